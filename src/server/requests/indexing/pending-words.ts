import type { Store } from '../../db/index.ts'
import { flushPendingWords } from './pending-words-queries.ts'

/** Requests after which the list is flushed: 2 to 9 ms of one PostgreSQL process. */
const batchSize = 256
/** Milliseconds after which the list is flushed, even for fewer requests. */
const maxDelay = 1_000

/**
 * PostgreSQL adds new words to a list and flushes a full list during an insert, which takes 26 to 44 ms of one log
 * call. An earlier flush on another connection avoids this delay.
 */
class PendingWords {
  readonly #store: Store
  #requests = 0
  #timer: NodeJS.Timeout | null = null
  #isRunning = false

  constructor(store: Store) {
    this.#store = store
  }

  /** Call this before a request is written. */
  countRequest(): void {
    this.#requests++
    if (!this.#isRunning) this.#schedule()
  }

  #schedule() {
    if (this.#requests >= batchSize) void this.#flush()
    else this.#timer ??= setTimeout(() => void this.#flush(), maxDelay).unref()
  }

  async #flush() {
    this.#isRunning = true
    this.#requests = 0
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    try {
      await flushPendingWords(this.#store)
    } catch {
      // PostgreSQL is unreachable or the server is stopping. A later insert or vacuum flushes the list.
    }
    this.#isRunning = false
    if (this.#requests > 0) this.#schedule()
  }
}

const instances = new WeakMap<Store, PendingWords>()

export function pendingWordsOf(store: Store): PendingWords {
  let pending = instances.get(store)
  if (!pending) {
    pending = new PendingWords(store)
    instances.set(store, pending)
  }
  return pending
}
