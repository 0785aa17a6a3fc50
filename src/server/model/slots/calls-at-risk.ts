import {
  type AtRisk,
  lately,
  mostAfterKill,
  mostAtFirst,
  mostAtRisk,
  waitingPart,
} from '../../../engine/schedule/index.ts'
import type { Clock } from './limiter.ts'

/** What a kill of this process would cost: its calls to a provider, and answers of it that are not kept yet. */
export class CallsAtRisk {
  readonly #clock: Clock
  readonly #since: number
  readonly #killedAt: () => number
  #underWay = 0
  #unkept = 0
  /** Answers. */
  #kept = 0
  #lately: AtRisk = { all: 0, waiting: 0 }
  #changedAt: number

  /** `killedAt`: when this process took the place of one that was killed in the midst of calls; long ago if never. */
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

  /** Whether one more would be too many, whatever the provider allows. */
  areEnough(now: number): boolean {
    const kept = this.#kept
    const part = Math.max(waitingPart(this.#lately), waitingPart(this.#now))
    const most = Math.min(
      mostAtRisk(kept, part),
      mostAtFirst(now - this.#since, kept),
      mostAfterKill(now - this.#killedAt(), kept),
    )
    return this.#now.all >= most
  }

  get #now(): AtRisk {
    return { all: this.#underWay + this.#unkept, waiting: this.#unkept }
  }

  #countTime(): void {
    const now = this.#clock()
    this.#lately = lately(this.#lately, this.#now, now - this.#changedAt)
    this.#changedAt = now
  }
}
