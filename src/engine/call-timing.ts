/** Times of one model call. Null: unknown. */
export interface CallTimes {
  /** Milliseconds from the start of the last attempt to the first token of the answer. */
  readonly firstTokenMilliseconds: number | null
  /** Attempts at the provider, the last one included. */
  readonly attempts: number | null
  /** Milliseconds before the last attempt: queueing, backoff and earlier attempts. */
  readonly waitedMilliseconds: number | null
}

/** The clock of most callers counts whole milliseconds. */
const clockResolution = 1

/**
 * The time to the first token within a call. A time before the start or after the end is a fault of a clock or an
 * instrumentation, so it is unknown; a rounded end may be up to 1 ms too early.
 */
export function timeToFirstToken(stated: number | null, latency: number): number | null {
  if (stated === null || stated < 0 || stated > latency + clockResolution) return null
  return Math.min(stated, latency)
}

/** Output tokens a second after the first token; null if unknown, or if the answer arrived in one piece. */
export function outputTokensPerSecond({
  outputTokens,
  latency,
  firstToken,
}: {
  readonly outputTokens: number | null
  readonly latency: number
  readonly firstToken: number | null
}): number | null {
  if (outputTokens === null || outputTokens <= 0 || firstToken === null) return null
  const streamed = latency - firstToken
  return streamed >= clockResolution ? (outputTokens * 1_000) / streamed : null
}
