/** Columns and their readers: references resolved, cycles, order, downstream, renames. */

export { checkColumn, checkCycles, sourceProblem } from './check.ts'
export { describeColumn } from './describe.ts'
export { Graph } from './graph.ts'
export { healedDependencies } from './heal.ts'
export { type Retitle, rewriteTitles } from './rename.ts'
export type {
  ColumnKind,
  Dependency,
  Metric,
  SheetColumn,
  Source,
} from './sheet-column.ts'
export { sourceTitle } from './source-title.ts'
export { dependenciesOf, remainingDependencies } from './sources.ts'
export { metricOf, namesInMessages } from './titles.ts'
