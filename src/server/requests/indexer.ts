import type { Store } from '../db/index.ts'
import { indexStatements } from './index-queries.ts'
import type { Indexed } from './request-rows.ts'

/** Requests to one unit: 256 take the writer some 10 ms. */
const batchSize = 256
/** Milliseconds that a few requests wait for more. */
const patience = 50
/** From here on whoever logs waits: the writer does not follow. */
const most = 20_000

/**
 * Puts logged requests into the index of the embedded engine, in batches of its own. A request touches a page for
 * each of its tags, keys and words; written with each commit these pages cost 10 times what the request itself does.
 * A search or a change that needs a request waits until it is in; after a crash the backlog knows what is missing.
 */
class Indexer {
  readonly #store: Store
  #waiting: Indexed[] = []
  #batch: ReadonlySet<number> = new Set()
  #running: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(store: Store) {
    this.#store = store
  }

  /** The request may still be on its way to the writer: an index of nothing is found by nobody. */
  async add(request: Indexed): Promise<void> {
    this.#waiting.push(request)
    if (this.#waiting.length >= batchSize) this.#run()
    else this.#timer ??= setTimeout(() => this.#run(), patience).unref()
    if (this.#waiting.length > most) await this.#running
  }

  /** Resolves when all that was added before is in. */
  async flush(): Promise<void> {
    let left = this.#waiting.length
    while (left > 0 || this.#running) {
      await this.#run()
      left -= batchSize
      if (left <= 0) return
    }
  }

  async settle(id: number): Promise<void> {
    if (this.#batch.has(id)) await this.#running
    else if (this.#waiting.some((request) => request.id === id)) await this.flush()
  }

  #run(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#running ??= this.#write().finally(() => {
      this.#running = null
      if (this.#waiting.length >= batchSize) this.#run()
      else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#run(), patience).unref()
    })
    return this.#running
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0, batchSize)
    if (batch.length === 0) return
    this.#batch = new Set(batch.map(({ id }) => id))
    try {
      await this.#store.append(indexStatements(batch))
    } catch {
      // The disk is full or the server stops: the backlog still has them.
    } finally {
      this.#batch = new Set()
    }
  }
}

const indexers = new WeakMap<Store, Indexer>()

export function indexerOf(store: Store): Indexer {
  const known = indexers.get(store)
  if (known) return known
  const indexer = new Indexer(store)
  indexers.set(store, indexer)
  return indexer
}

/** Resolves when search knows all that was recorded before: for whoever is about to close the store. */
export const finishIndex = (store: Store): Promise<void> => indexerOf(store).flush()
