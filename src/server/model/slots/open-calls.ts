import { adjusted, startingWindow } from '../../../engine/schedule/index.ts'
import type { Clock } from './limiter.ts'

/** One call, from its start until its answer is durable. */
export interface OpenCall {
  answered(): void
  /** Nothing of it can be lost any more; said again it means nothing. */
  over(): void
}

/** Of what a second ago is as good as now. */
const memory = 1000

/** Counts the calls of a pool that a crash of this process would cost something, and keeps them few. */
export class OpenCalls {
  readonly #clock: Clock
  #window = startingWindow
  #open = 0
  #waiting = 0
  /** Milliseconds that answers waited since the last look, all together. */
  #waited = 0
  #changedAt = 0
  #isHeld = false
  #perSecond = 0
  #took = { times: 0, milliseconds: 0 }
  #lookedAt: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Asked only for a call that waits. */
  get isFull(): boolean {
    const isFull = this.#open >= Math.floor(this.#window.size)
    if (isFull) this.#isHeld = true
    return isFull
  }

  begin(): OpenCall {
    this.#open++
    let isOver = false
    let answeredAt: number | null = null
    return {
      answered: () => {
        answeredAt = this.#clock()
        this.#wait(1, answeredAt)
      },
      over: () => {
        if (isOver) return
        isOver = true
        this.#open--
        if (answeredAt === null) return
        const now = this.#clock()
        this.#wait(-1, now)
        this.#took.times++
        this.#took.milliseconds += now - answeredAt
      },
    }
  }

  #wait(more: number, now: number): void {
    this.#waited += this.#waiting * (now - this.#changedAt)
    this.#changedAt = now
    this.#waiting += more
  }

  /** Nobody looked for a while, and that was not because the process was late. */
  rest(): void {
    this.#lookedAt = null
  }

  /** Called every so many milliseconds, or as soon after as this process comes to it. */
  look(every: number): void {
    const now = this.#clock()
    const since = this.#lookedAt === null ? 0 : now - this.#lookedAt
    this.#lookedAt = now
    this.#wait(0, now)
    const waited = this.#waited
    this.#waited = 0
    if (since === 0) return
    const { times, milliseconds } = this.#took
    const weight = Math.min(1, since / memory)
    this.#perSecond += ((times * 1000) / since - this.#perSecond) * weight
    this.#window = adjusted(this.#window, {
      open: this.#open,
      waiting: waited / since,
      perSecond: this.#perSecond,
      took: times === 0 ? null : milliseconds / times,
      late: Math.max(0, since - every),
      isHeld: this.#isHeld,
    })
    this.#isHeld = false
    this.#took = { times: 0, milliseconds: 0 }
  }
}
