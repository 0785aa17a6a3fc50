/** Answers stored per turn of the event loop: about 2 ms. */
const atOnce = 4
/** Stores a quarter of the queue if that is more: otherwise a kill lost a whole first burst of 83 answers. */
const part = 4
/** Milliseconds after which an answer is stored in any case, since a kill would lose it. */
const patience = 50

interface Waiting {
  readonly since: number
  go(): void
}

const line: Waiting[] = []

/**
 * Resolves when an answer may be stored. Reading answers and sending the next calls have priority, because
 * storing takes as long as both and the provider would be idle.
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

/** Number of queued answers to release; the queue is in order of arrival, in milliseconds of one clock. */
export function howManyGo(waiting: readonly Pick<Waiting, 'since'>[], now: number): number {
  const tired = waiting.findIndex(({ since }) => now - since <= patience)
  return Math.max(atOnce, Math.ceil(waiting.length / part), tired < 0 ? waiting.length : tired)
}
