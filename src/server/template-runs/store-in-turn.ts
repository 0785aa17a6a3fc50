/** Minimum answers stored in one turn of the event loop, which takes about 2 ms. */
const minPerTurn = 4
/** A quarter of the queue is stored if that is more, so that a kill loses few answers of a burst. */
const quarter = 4
/** Milliseconds after which an answer is stored in any case, because a kill would lose it. */
const maxWait = 50

interface Waiting {
  readonly since: number
  release(): void
}

const queue: Waiting[] = []

/**
 * Resolves when an answer may be stored. Reading answers and sending the next calls go first: storing takes as long as
 * both, and the provider would be idle.
 */
export function storeInTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (queue.length === 0) setImmediate(releaseAnswers)
    queue.push({ since: performance.now(), release: resolve })
  })
}

function releaseAnswers(): void {
  for (const { release } of queue.splice(0, countToRelease(queue, performance.now()))) release()
  if (queue.length > 0) setImmediate(releaseAnswers)
}

/** Number of queued answers that may be stored now. The queue is in the order of arrival. */
export function countToRelease(waiting: readonly Pick<Waiting, 'since'>[], now: number): number {
  const firstRecent = waiting.findIndex(({ since }) => now - since <= maxWait)
  return Math.max(
    minPerTurn,
    Math.ceil(waiting.length / quarter),
    firstRecent < 0 ? waiting.length : firstRecent,
  )
}
