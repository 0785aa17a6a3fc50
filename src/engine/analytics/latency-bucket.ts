/**
 * Latencies are counted in buckets whose bounds grow by the fourth root of 2, so that hours can be added up and
 * still give percentiles: off by 9.1 % at most, which is the way from a bucket's middle to its bounds, and below a
 * millisecond by half of one.
 */
const bucketsPerDoubling = 4

/** 0 is under a millisecond. */
export const latencyBucket = (milliseconds: number): number =>
  milliseconds < 1 ? 0 : 1 + Math.floor(bucketsPerDoubling * Math.log2(milliseconds))

/** Milliseconds in the middle of a bucket. */
export const latencyOfBucket = (bucket: number): number =>
  bucket === 0 ? 0.5 : 2 ** ((bucket - 0.5) / bucketsPerDoubling)
