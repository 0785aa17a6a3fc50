/** Columns and their readers: references resolved, cycles, order, downstream, renames. */

export { checkColumn, checkCycles, sourceProblem } from './check.ts'
export { describeColumn, type StoredColumn } from './describe.ts'
export { type DownstreamColumn, Graph } from './graph.ts'
export { healedDependencies } from './heal.ts'
export { type Retitle, type RewrittenConfig, rewriteTitles } from './rename.ts'
export type {
  ColumnKind,
  Dependency,
  Metric,
  Problem,
  Relation,
  SheetColumn,
  Source,
} from './sheet-column.ts'
export { sourceTitle } from './source-title.ts'
export { dependenciesOf, remainingDependencies } from './sources.ts'
export { metricOf, namesInMessages } from './titles.ts'
