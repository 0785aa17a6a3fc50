/**
 * A provider's unannounced limit: calls per second, with a small burst. A call above the limit is refused
 * with a time to retry, and does not count.
 */
export class HiddenRate {
  readonly perSecond: number
  readonly burst: number
  admitted = 0
  refused = 0
  #level: number
  #at: number

  constructor(perSecond: number, burst: number, now: number) {
    this.perSecond = perSecond
    this.burst = burst
    this.#level = burst
    this.#at = now
  }

  /** Milliseconds until the next call is admitted; null if this one is. */
  admit(now: number): number | null {
    this.#level = Math.min(this.burst, this.#level + ((now - this.#at) / 1000) * this.perSecond)
    this.#at = now
    if (this.#level >= 1) {
      this.#level--
      this.admitted++
      return null
    }
    this.refused++
    return ((1 - this.#level) / this.perSecond) * 1000
  }
}
