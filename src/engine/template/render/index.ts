export { missingVariables } from './missing.ts'
export { renderParameters } from './parameters.ts'
export { renderTemplate } from './template.ts'
