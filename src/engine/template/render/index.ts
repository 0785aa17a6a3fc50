/**
 * Variables, placeholders, media and tools filled in; `prepared.ts` cuts an answer at its values for repeated reads.
 */

export { missingVariables, variableNames } from './missing.ts'
export { renderParameters } from './parameters.ts'
export { readMessages } from './placeholder.ts'
export { fillAnswer, type PreparedAnswer, prepareAnswer } from './prepared.ts'
export { renderTemplate } from './template.ts'
