/** Runs of a template in the browser: streaming, cancelling, display; values of variables. */

export { AnswerView } from './answer.tsx'
export { ValueFields } from './value-fields.tsx'
