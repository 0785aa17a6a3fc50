import { setImmediate as turn } from 'node:timers/promises'

/** Lets others have their turn in work that would hold the event loop for long. */
export class Pace {
  readonly #milliseconds: number
  #began = performance.now()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  async pause(): Promise<void> {
    if (performance.now() - this.#began < this.#milliseconds) return
    await turn()
    this.#began = performance.now()
  }
}
