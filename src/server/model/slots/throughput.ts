/**
 * Counts the calls of the last second that the provider accepted, in slices of 50 ms. A call counts from its start and
 * is subtracted if it is refused: refusals come at once, answers may take minutes.
 */
export class Throughput {
  readonly #pieces = Array.from({ length: pieces }, () => ({ at: 0, requests: 0, tokens: 0 }))
  readonly #since: number
  #pausedFrom = 0
  #pausedUntil = 0

  constructor(now: number) {
    this.#since = now
  }

  add(now: number, tokens: number): void {
    const number = Math.floor(now / length)
    const piece = this.#pieces[number % pieces]!
    if (piece.at !== number) Object.assign(piece, { at: number, requests: 0, tokens: 0 })
    piece.requests++
    piece.tokens += tokens
  }

  takeBack(startedAt: number, tokens: number): void {
    const number = Math.floor(startedAt / length)
    const piece = this.#pieces[number % pieces]!
    if (piece.at !== number) return
    piece.requests--
    piece.tokens -= tokens
  }

  /** Marks a pause until a time. A pause is no idle time. */
  pause(now: number, until: number): void {
    if (until <= this.#pausedUntil) return
    if (now > this.#pausedUntil) this.#pausedFrom = now
    this.#pausedUntil = until
  }

  /** Rates over the time that was not paused. */
  perSecond(now: number): { requests: number; tokens: number } {
    const from = Math.max(now - pieces * length, this.#since)
    const paused = Math.max(0, Math.min(now, this.#pausedUntil) - Math.max(from, this.#pausedFrom))
    const seconds = Math.max(leastSeconds, (now - from - paused) / 1000)
    const counted = this.#pieces.filter(({ at }) => at * length >= from - length)
    const sum = (of: 'requests' | 'tokens') => counted.reduce((total, piece) => total + piece[of], 0)
    return { requests: sum('requests') / seconds, tokens: sum('tokens') / seconds }
  }
}

const length = 50
const pieces = 20
/** Over a shorter time rates would be too inexact. */
const leastSeconds = 0.1
