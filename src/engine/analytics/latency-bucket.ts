/**
 * Latencies are counted in buckets whose bounds grow by the fourth root of 2, so that hours can be added up and still give
 * percentiles. A bucket stands for the mean of its latencies.
 */
const bucketsPerDoubling = 4

/** 0 is under a millisecond. */
export const latencyBucket = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(bucketsPerDoubling * Math.log2(milliseconds))

/**
 * How far a percentile of buckets may be off, as a share of the latency: the mean of a bucket and the latency that is asked
 * for may be at its two ends. Under a millisecond it may be off by one.
 */
export const bucketError = 0.19
