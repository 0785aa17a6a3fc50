import { setTimeout as sleep } from 'node:timers/promises'

/** Limits of the units that wait for storage. */
const maxUnits = 2_000
const maxBytes = 64 * 1024 * 1024
/** Milliseconds between two attempts. */
const pauseMilliseconds = 200
/** Milliseconds after which a unit is given up. */
const maxWaitMilliseconds = 10 * 60_000

interface LateUnit {
  readonly append: () => Promise<void>
  readonly bytes: number
  /** The time of `performance.now()` at which the unit is given up. */
  readonly deadline: number
}

/** Appends units again that failed because storage did not answer, until it answers. */
export class LateUnits {
  readonly #isUnavailable: (error: unknown) => boolean
  readonly #report: (error: unknown) => void
  readonly #waiting = new Set<LateUnit>()
  readonly #closing = new AbortController()
  #bytes = 0
  #isTrying = false

  constructor(isUnavailable: (error: unknown) => boolean, report: (error: unknown) => void) {
    this.#isUnavailable = isUnavailable
    this.#report = report
  }

  /** Drops the unit if too many wait. */
  add(append: () => Promise<void>, bytes: number): void {
    if (this.#waiting.size >= maxUnits || this.#bytes + bytes > maxBytes) return
    this.#waiting.add({ append, bytes, deadline: performance.now() + maxWaitMilliseconds })
    this.#bytes += bytes
    if (!this.#isTrying) void this.#tryAll()
  }

  close(): void {
    this.#closing.abort()
  }

  async #tryAll(): Promise<void> {
    this.#isTrying = true
    for (const late of this.#waiting) {
      // The first waiting unit finds out whether storage answers; then the others are appended together.
      while (this.#waiting.has(late) && !(await this.#tryAppend(late))) {
        if (this.#closing.signal.aborted) return
        await sleep(pauseMilliseconds, undefined, { ref: false })
      }
      await Promise.all([...this.#waiting].map((unit) => this.#tryAppend(unit)))
    }
    this.#isTrying = false
  }

  async #tryAppend(late: LateUnit): Promise<boolean> {
    try {
      await late.append()
    } catch (error) {
      const isUnavailable = this.#isUnavailable(error)
      if (isUnavailable && performance.now() < late.deadline) return false
      if (!isUnavailable) this.#report(error)
    }
    if (this.#waiting.delete(late)) this.#bytes -= late.bytes
    return true
  }
}
