import { setImmediate as turn } from 'node:timers/promises'

/**
 * Milliseconds of work before others get their turn. Small, as a change that is being written beside it holds the
 * one writer until the event loop has come round for each of its statements.
 */
const slice = 2

/** Lets others have their turn in work that would hold the event loop for long. */
export class Pace {
  #began = performance.now()

  async pause(): Promise<void> {
    if (performance.now() - this.#began < slice) return
    await turn()
    this.#began = performance.now()
  }
}
