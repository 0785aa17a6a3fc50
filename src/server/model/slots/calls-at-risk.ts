import {
  type AtRisk,
  decayedSum,
  maxAtRisk,
  maxCallsAfterKill,
  maxCallsAfterStart,
  waitingShare,
} from '../../../engine/schedule/index.ts'
import type { Clock } from './limiter.ts'

/** Counts the calls that would be lost if this process were killed: running calls, and answers that are not stored yet. */
export class CallsAtRisk {
  readonly #clock: Clock
  readonly #since: number
  readonly #killedAt: () => number
  #underWay = 0
  #unstored = 0
  /** Number of stored answers. */
  #stored = 0
  #recent: AtRisk = { all: 0, waiting: 0 }
  #changedAt: number

  /**
   * `killedAt` returns when this process started, if the process before it was killed during calls; otherwise a time
   * far in the past.
   */
  constructor(clock: Clock, killedAt: () => number) {
    this.#clock = clock
    this.#killedAt = killedAt
    this.#since = clock()
    this.#changedAt = this.#since
  }

  get underWay(): number {
    return this.#underWay
  }

  begin(): void {
    this.#countTime()
    this.#underWay++
  }

  end(isAnswer: boolean): void {
    this.#countTime()
    this.#underWay--
    if (isAnswer) this.#unstored++
  }

  countStored(answers: number): void {
    this.#countTime()
    this.#unstored -= answers
    this.#stored += answers
  }

  /** True if no further call may start, regardless of the provider's limits. */
  isAtLimit(now: number): boolean {
    const stored = this.#stored
    const part = Math.max(waitingShare(this.#recent), waitingShare(this.#now))
    const limit = Math.min(
      maxAtRisk(stored, part),
      maxCallsAfterStart(now - this.#since, stored),
      maxCallsAfterKill(now - this.#killedAt(), stored),
    )
    return this.#now.all >= limit
  }

  get #now(): AtRisk {
    return { all: this.#underWay + this.#unstored, waiting: this.#unstored }
  }

  #countTime(): void {
    const now = this.#clock()
    this.#recent = decayedSum(this.#recent, this.#now, now - this.#changedAt)
    this.#changedAt = now
  }
}
