import { wordsOrText } from '../../engine/search/index.ts'
import type { Store } from '../db/index.ts'
import { indexStatements, isOutdated, lastArrival, takeArrivals, textsOf } from './index-queries.ts'

/** Requests to one unit: 256 take the writer some 10 ms. */
const batchSize = 256
/** Milliseconds that requests wait for more. */
const patience = 30
/** From here on whoever logs waits: the writer does not follow. */
const most = 20_000
/** Looks in vain until what was expected is taken for never written. */
const mostLooks = 100

/**
 * Puts logged requests into the index of the embedded engine, in batches of its own. A request touches a page for
 * each of its tags, keys and words; written with each commit these pages cost 10 times what the request itself
 * does. What waits stands in `request_arrivals`, written with the request, so a crash loses nothing; a search
 * waits until what came before it is in.
 */
class Indexer {
  readonly #store: Store
  /** The words of requests that are being written, so that they need not be unpacked again. */
  #expected = new Map<number, string | null>()
  #running: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | null = null
  #looks = 0

  constructor(store: Store) {
    this.#store = store
  }

  /** A request is about to be written; without words where it is not sure which ones it will have. */
  async expect(id: number, words: string | null): Promise<void> {
    this.#expected.set(id, words)
    this.#looks = 0
    this.#wake()
    if (this.#expected.size > most) await this.#run()
  }

  /** Resolves when all that is written by now is in. */
  async flush(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    const last = await lastArrival(this.#store.db)
    if (last === null) return
    for (;;) {
      const [first] = await takeArrivals(this.#store.db, 1)
      if (!first || first.number > last) return
      await this.#run()
    }
  }

  /** Once, whoever asks; tells whether there was something to do. */
  #run(): Promise<boolean> {
    this.#running ??= this.#write().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  #wake() {
    this.#timer ??= setTimeout(() => void this.#look(), patience).unref()
  }

  async #look() {
    try {
      while (await this.#run());
    } catch {
      // The disk is full or the server stops: what waits is written down.
    }
    this.#timer = null
    if (this.#expected.size === 0) return
    if (++this.#looks < mostLooks) this.#wake()
    else this.#expected.clear()
  }

  async #write(): Promise<boolean> {
    const { db } = this.#store
    const taken = await takeArrivals(db, batchSize)
    if (taken.length === 0) return false
    const arrivals = []
    for (const arrival of taken)
      arrivals.push({
        ...arrival,
        words: this.#expected.get(arrival.id) ?? wordsOrText(await textsOf(db, arrival)),
      })
    try {
      await this.#store.append(indexStatements(arrivals))
    } catch (error) {
      // One of them was changed meanwhile: they are read again.
      if (isOutdated(error)) return true
      throw error
    }
    for (const { id } of taken) this.#expected.delete(id)
    return true
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

/** Resolves when search knows all that is written by now. */
export const finishIndex = (store: Store): Promise<void> => indexerOf(store).flush()
