/**
 * Milliseconds of work before others get their turn. Small, as a change that is being written beside it holds the
 * one writer until the event loop has come round for each of its statements.
 */
const slice = 2

const waiting: (() => void)[] = []

/** Of all who wait one goes on in each turn of the event loop: several slices in a row would be one that is too long. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

function goOn() {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(goOn)
}

/** Lets others have their turn in work that would hold the event loop for long. */
export class Pace {
  #began = performance.now()

  async pause(): Promise<void> {
    if (performance.now() - this.#began < slice) return
    await turn()
    this.#began = performance.now()
  }
}
