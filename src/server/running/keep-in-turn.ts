/** Answers that are begun to be kept in one turn of the event loop: some 2 ms. */
const atOnce = 4
/** One in so many of those that wait, where that is more: a kill took all of a first burst, 83 answers. */
const part = 4
/** Milliseconds after which an answer waits no more, whatever else there is to do: a kill would take it. */
const patience = 50

interface Waiting {
  readonly since: number
  go(): void
}

const line: Waiting[] = []

/**
 * Waits until an answer may be kept. Reading the answers that have come, and sending the calls that take their places,
 * goes first: keeping one takes as long as both, and the provider is idle for that time.
 */
export function keepInTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (line.length === 0) setImmediate(letGo)
    line.push({ since: performance.now(), go: resolve })
  })
}

function letGo(): void {
  for (const { go } of line.splice(0, howManyGo(line, performance.now()))) go()
  if (line.length > 0) setImmediate(letGo)
}

/** Of those that wait, the first first, in milliseconds of one clock. */
export function howManyGo(waiting: readonly Pick<Waiting, 'since'>[], now: number): number {
  const tired = waiting.findIndex(({ since }) => now - since <= patience)
  return Math.max(atOnce, Math.ceil(waiting.length / part), tired < 0 ? waiting.length : tired)
}
