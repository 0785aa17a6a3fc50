export * from './chart.ts'
export {
  type Histogram,
  latencyPercentile,
  mergeHistograms,
  nearestRank,
  percentileOf,
  readHistogram,
} from './histogram.ts'
export {
  type Bucketing,
  bucketOf,
  dateLabelOf,
  dateOf,
  holdsWholeHours,
  type Interval,
  intervalFor,
  shiftsOf,
} from './interval.ts'
export { latencyBucket, latencyOfBucket } from './latency-bucket.ts'
export { knownSpanOf, type Source, type Span, sourceOf } from './source.ts'
export { offsetsOf } from './zone.ts'
