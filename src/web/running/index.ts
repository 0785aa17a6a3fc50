/** Templates run from the browser: the playground and the editor show the same. */
export { AnswerView } from './answer.tsx'
export { type Run, type RunBody, useRuns } from './use-runs.ts'
export { ValueFields } from './value-fields.tsx'
export {
  isMissing,
  problemOf,
  readValues,
  textOf,
  valueAt,
  valuesOf,
  type WrittenValue,
  type WrittenValues,
  withText,
  writtenOf,
} from './written-value.ts'
