/** A template run in the browser: streamed, stopped, shown; values of variables. */

export { AnswerView } from './answer.tsx'
export { ValueFields } from './value-fields.tsx'
