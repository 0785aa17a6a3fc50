/**
 * Bounds of latency buckets grow by the fourth root of 2, so that hourly counts can be added up and still give
 * percentiles. The latency of a bucket is the mean of its latencies.
 */
const bucketsPerDoubling = 4

/** Bucket 0 is below one millisecond. */
export const latencyBucket = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(bucketsPerDoubling * Math.log2(milliseconds))

/**
 * Largest relative error of a percentile from buckets: mean and true latency may be at opposite ends of a bucket.
 * Below a millisecond the error may be one millisecond.
 */
export const bucketError = 0.19
