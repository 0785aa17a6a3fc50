/** Lets so many work at once, in the order in which they come. */
export class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Rejects with the signal's reason when it is aborted before the turn comes. */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#wait(signal)
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#free++
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        this.#waiting.delete(begin)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.delete(begin)
        reject(signal.reason)
      }
      this.#waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}
