import type { Store } from '../db/index.ts'
import { sortInPendingWords } from './pending-words-queries.ts'

/** Requests whose words are sorted in together: 2 to 9 ms of one PostgreSQL process. */
const enough = 256
/** Milliseconds after which fewer are. */
const patience = 1_000

/**
 * PostgreSQL writes the words of a request to a list first and sorts the list into the index once it is long: within
 * whichever insert fills it, 26 to 44 ms for a log call that waits. Here it is done before, on a connection of its own.
 */
class PendingWords {
  readonly #store: Store
  #requests = 0
  #timer: NodeJS.Timeout | null = null
  #isRunning = false

  constructor(store: Store) {
    this.#store = store
  }

  /** A request is about to be written. */
  expect(): void {
    this.#requests++
    if (!this.#isRunning) this.#wake()
  }

  #wake() {
    if (this.#requests >= enough) void this.#sortIn()
    else this.#timer ??= setTimeout(() => void this.#sortIn(), patience).unref()
  }

  async #sortIn() {
    this.#isRunning = true
    this.#requests = 0
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    try {
      await sortInPendingWords(this.#store)
    } catch {
      // PostgreSQL is out of reach or the server stops: the list is sorted in by an insert, or by its next vacuum.
    }
    this.#isRunning = false
    if (this.#requests > 0) this.#wake()
  }
}

const known = new WeakMap<Store, PendingWords>()

export function pendingWordsOf(store: Store): PendingWords {
  let pending = known.get(store)
  if (!pending) {
    pending = new PendingWords(store)
    known.set(store, pending)
  }
  return pending
}
