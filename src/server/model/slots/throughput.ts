/**
 * Counts the calls of the last second that the provider accepted, in slices of 50 ms. A call counts from its start and
 * is subtracted if it is refused: refusals come at once, answers may take minutes.
 */
export class Throughput {
  readonly #slices = Array.from({ length: sliceCount }, () => ({ at: 0, requests: 0, tokens: 0 }))
  readonly #since: number
  #pausedFrom = 0
  #pausedUntil = 0

  constructor(now: number) {
    this.#since = now
  }

  add(now: number, tokens: number): void {
    const number = Math.floor(now / sliceMilliseconds)
    const piece = this.#slices[number % sliceCount]!
    if (piece.at !== number) Object.assign(piece, { at: number, requests: 0, tokens: 0 })
    piece.requests++
    piece.tokens += tokens
  }

  subtract(startedAt: number, tokens: number): void {
    const number = Math.floor(startedAt / sliceMilliseconds)
    const piece = this.#slices[number % sliceCount]!
    if (piece.at !== number) return
    piece.requests--
    piece.tokens -= tokens
  }

  /** Marks a pause until a time. Rates do not count the time of a pause. */
  pause(now: number, until: number): void {
    if (until <= this.#pausedUntil) return
    if (now > this.#pausedUntil) this.#pausedFrom = now
    this.#pausedUntil = until
  }

  /** Rates over the time that was not paused. */
  perSecond(now: number): { requests: number; tokens: number } {
    const from = Math.max(now - sliceCount * sliceMilliseconds, this.#since)
    const paused = Math.max(0, Math.min(now, this.#pausedUntil) - Math.max(from, this.#pausedFrom))
    const seconds = Math.max(minSeconds, (now - from - paused) / 1000)
    const recent = this.#slices.filter(({ at }) => at * sliceMilliseconds >= from - sliceMilliseconds)
    const sum = (of: 'requests' | 'tokens') => recent.reduce((total, piece) => total + piece[of], 0)
    return { requests: sum('requests') / seconds, tokens: sum('tokens') / seconds }
  }
}

const sliceMilliseconds = 50
const sliceCount = 20
/** Over a shorter time rates would be too inexact. */
const minSeconds = 0.1
