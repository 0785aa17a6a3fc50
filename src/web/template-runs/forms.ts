/** Runs and values without views: the part of the editor that is needed before the run drawer is opened. */
export { blockOf, imageBlock } from './file-block.ts'
export { lazyValues } from './lazy-values.ts'
export { type Run, useRuns } from './use-runs.ts'
export { type ValueKinds, valueKinds } from './value-kinds.ts'
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
