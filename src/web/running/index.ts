/** Templates run from the browser: the playground and the editor show the same. */
export { AnswerView } from './answer.tsx'
export { ValueFields } from './value-fields.tsx'
