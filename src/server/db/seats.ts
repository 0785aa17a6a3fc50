import { QueryTooSlowError } from './store.ts'

/** How many may be at something at once; the others wait in the order in which they came. */
export class Seats {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves with what gives the seat back. Rejects with QueryTooSlowError when none is free in time. */
  async take(milliseconds: number): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#turn(milliseconds)
    return () => this.#giveBack()
  }

  #turn(milliseconds: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const seated = () => {
      clearTimeout(impatience)
      resolve()
    }
    const impatience = setTimeout(() => {
      this.#waiting.delete(seated)
      reject(new QueryTooSlowError('others took all of the time'))
    }, milliseconds)
    this.#waiting.add(seated)
    return promise
  }

  #giveBack(): void {
    const [next] = this.#waiting
    if (next) {
      this.#waiting.delete(next)
      next()
    } else this.#free++
  }
}
