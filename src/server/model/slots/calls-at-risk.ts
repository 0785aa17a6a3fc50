import {
  type AtRisk,
  decayedSum,
  maxAfterKill,
  maxAtFirst,
  maxAtRisk,
  waitingPart,
} from '../../../engine/schedule/index.ts'
import type { Clock } from './limiter.ts'

/** Counts the calls that would be lost if this process were killed: running calls, and answers that are not stored yet. */
export class CallsAtRisk {
  readonly #clock: Clock
  readonly #since: number
  readonly #killedAt: () => number
  #underWay = 0
  #unkept = 0
  /** Number of stored answers. */
  #kept = 0
  #lately: AtRisk = { all: 0, waiting: 0 }
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
    if (isAnswer) this.#unkept++
  }

  keep(answers: number): void {
    this.#countTime()
    this.#unkept -= answers
    this.#kept += answers
  }

  /** True if no further call may start, regardless of the provider's limits. */
  areEnough(now: number): boolean {
    const stored = this.#kept
    const part = Math.max(waitingPart(this.#lately), waitingPart(this.#now))
    const most = Math.min(
      maxAtRisk(stored, part),
      maxAtFirst(now - this.#since, stored),
      maxAfterKill(now - this.#killedAt(), stored),
    )
    return this.#now.all >= most
  }

  get #now(): AtRisk {
    return { all: this.#underWay + this.#unkept, waiting: this.#unkept }
  }

  #countTime(): void {
    const now = this.#clock()
    this.#lately = decayedSum(this.#lately, this.#now, now - this.#changedAt)
    this.#changedAt = now
  }
}
