/** Runs and values without views: what the editor needs before anybody opens the drawer. */
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
