export { missingVariables, variableNames } from './missing.ts'
export { renderParameters } from './parameters.ts'
export { readMessages } from './placeholder.ts'
export { renderTemplate } from './template.ts'
