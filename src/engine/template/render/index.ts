/** Fills in variables, placeholders, media and tools; `prepared.ts` renders answers of repeated reads faster. */

export { missingVariables, variableNames } from './missing-variables.ts'
export { renderParameters } from './parameters.ts'
export { readMessages } from './placeholder.ts'
export { fillAnswer, type PreparedAnswer, prepareAnswer } from './prepared.ts'
export { renderTemplate } from './template.ts'
