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
  type TraceGroupField,
  type TraceLevel,
  type TraceMetricField,
  traceGroupFields,
  traceMetricFields,
} from './fields.ts'
export { parseTraceFilter } from './filter.ts'
export { type TraceSort, traceSorts, traceStates } from './search.ts'
