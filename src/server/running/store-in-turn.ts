/** Answers stored per turn of the event loop: about 2 ms. */
const minPerTurn = 4
/** Stores a quarter of the queue if that is more: otherwise a kill lost a whole first burst of 83 answers. */
const part = 4
/** Milliseconds after which an answer is stored in any case, since a kill would lose it. */
const maxWait = 50

interface Waiting {
  readonly since: number
  release(): void
}

const queue: Waiting[] = []

/**
 * Resolves when an answer may be stored. Reading answers and sending the next calls have priority, because
 * storing takes as long as both and the provider would be idle.
 */
export function storeInTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (queue.length === 0) setImmediate(releaseAnswers)
    queue.push({ since: performance.now(), release: resolve })
  })
}

function releaseAnswers(): void {
  for (const { release: go } of queue.splice(0, countToRelease(queue, performance.now()))) go()
  if (queue.length > 0) setImmediate(releaseAnswers)
}

/** Number of queued answers to release; the queue is in order of arrival, in milliseconds of one clock. */
export function countToRelease(waiting: readonly Pick<Waiting, 'since'>[], now: number): number {
  const firstRecent = waiting.findIndex(({ since }) => now - since <= maxWait)
  return Math.max(
    minPerTurn,
    Math.ceil(waiting.length / part),
    firstRecent < 0 ? waiting.length : firstRecent,
  )
}
