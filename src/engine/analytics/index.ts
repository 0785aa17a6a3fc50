/** Totals and charts of requests: latency buckets, percentiles, time zones, and which source answers. */

export * from './chart.ts'
export {
  latencyPercentile,
  latencyPercentiles,
  mergeHistograms,
  percentileOf,
  percentilesOf,
  readHistogram,
} from './histogram.ts'
export {
  type Bucketing,
  bucketOf,
  calendarMonth,
  dateLabelOf,
  dateOf,
  holdsWholeHours,
  intervalOf,
  isCalendarMonth,
  shiftsOf,
} from './interval.ts'
export * from './interval-widths.ts'
export { bucketError } from './latency-bucket.ts'
export * from './measure.ts'
export { type Source, type Span, sourceOf, timeBoundsOf } from './source.ts'
export { offsetsOf } from './zone.ts'
