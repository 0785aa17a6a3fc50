/** Runs and values without views: the part of the editor that is needed before the run drawer is opened. */
export { blockOf, imageBlock } from './file-block.ts'
export { LazyMediaValue } from './lazy-media-value.ts'
export { mediaNames } from './media-names.ts'
export { type Run, type RunBody, useRuns } from './use-runs.ts'
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
