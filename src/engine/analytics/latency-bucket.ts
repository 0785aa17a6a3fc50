/**
 * Latencies are counted in buckets whose bounds grow by the fourth root of 2, so that hours can be added up and
 * still give percentiles: off by 9 % at most, which is the way from a bucket's middle to its bounds.
 */
const bucketsPerDoubling = 4

/** 0 is under a millisecond. */
export const latencyBucket = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(bucketsPerDoubling * Math.log2(milliseconds))
