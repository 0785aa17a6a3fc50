import { setTimeout as sleep } from 'node:timers/promises'

/** Most works that wait for storage, and most of their bytes. */
const mostWaiting = 2_000
const mostBytes = 64 * 1024 * 1024
/** Milliseconds between two attempts, and after which a work is given up. */
const pauseMilliseconds = 200
const patienceMilliseconds = 10 * 60_000

interface Late {
  readonly work: () => Promise<void>
  readonly bytes: number
  readonly until: number
}

/** Repeats works that failed because storage did not answer, until it answers again. */
export class LateUnits {
  readonly #isUnavailable: (error: unknown) => boolean
  readonly #report: (error: unknown) => void
  readonly #waiting = new Set<Late>()
  readonly #closing = new AbortController()
  #bytes = 0
  #isTrying = false

  constructor(isUnavailable: (error: unknown) => boolean, report: (error: unknown) => void) {
    this.#isUnavailable = isUnavailable
    this.#report = report
  }

  /** Does nothing if too much is waiting. */
  add(work: () => Promise<void>, bytes: number): void {
    if (this.#waiting.size >= mostWaiting || this.#bytes + bytes > mostBytes) return
    this.#waiting.add({ work, bytes, until: performance.now() + patienceMilliseconds })
    this.#bytes += bytes
    if (!this.#isTrying) void this.#tryAll()
  }

  close(): void {
    this.#closing.abort()
  }

  async #tryAll(): Promise<void> {
    this.#isTrying = true
    for (const late of this.#waiting) {
      // The first one finds out whether storage answers; the others follow it together.
      while (this.#waiting.has(late) && !(await this.#isDone(late))) {
        if (this.#closing.signal.aborted) return
        await sleep(pauseMilliseconds, undefined, { ref: false })
      }
      await Promise.all([...this.#waiting].map((other) => this.#isDone(other)))
    }
    this.#isTrying = false
  }

  async #isDone(late: Late): Promise<boolean> {
    try {
      await late.work()
    } catch (error) {
      const isUnavailable = this.#isUnavailable(error)
      if (isUnavailable && performance.now() < late.until) return false
      if (!isUnavailable) this.#report(error)
    }
    if (this.#waiting.delete(late)) this.#bytes -= late.bytes
    return true
  }
}
