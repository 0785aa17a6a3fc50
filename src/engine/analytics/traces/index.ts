/** Charts and filters of traces, checked. */

export {
  parseTraceCharts,
  type TimeBucket,
  type TraceChart,
  type TraceChartShape,
  type TraceMeasure,
  timeBuckets,
  traceChartTypes,
} from './chart.ts'
export type * from './expression.ts'
export {
  type ScoredSubject,
  scoredSubjects,
  type TraceGroupField,
  type TraceLevel,
  type TraceMeasureField,
  type TraceMetricField,
  traceGroupFields,
  traceMeasureFields,
  traceMetricFields,
} from './fields.ts'
export { parseTraceFilter } from './filter.ts'
export { type TraceGroupSort, type TraceSort, traceGroupSorts, traceSorts, traceStates } from './search.ts'
