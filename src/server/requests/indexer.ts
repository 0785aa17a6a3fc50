import type { Store } from '../db/index.ts'
import {
  type Batch,
  countArrivals,
  indexStatements,
  lastArrival,
  nextBatch,
  setAsideStatements,
} from './index-queries.ts'

/** Requests to one unit: 256 take the writer some 8 ms, which a log call may have to wait. */
const batchSize = 256
/** Milliseconds from one look to the next. */
const pause = 100
/** Requests between two looks from which on logging goes first. */
const busy = 100
/** Requests that may wait while logging goes first: a search looks at each of them. */
const most = 20_000
/** Milliseconds after a question in which the index keeps up: the next one is likely. */
const curiosity = 3_000

/**
 * Puts logged requests into the index of the embedded engine, in batches of its own. A request touches a page for
 * each of its tags, keys and words; written with each commit these pages cost 10 times what the request itself
 * does. What waits stands in `request_arrivals`, written with the request and deleted with the index's rows, so a
 * crash loses nothing and repeats nothing; until then searches look at it by itself.
 */
class Indexer {
  readonly #store: Store
  #running: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | null = null
  /** Requests since the last look. */
  #arrived = 0
  /** About how many wait; some of them may never be written. */
  #waiting = 0
  #asked = Number.NEGATIVE_INFINITY
  #holds = 0

  constructor(store: Store) {
    this.#store = store
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Goes on with those that an earlier process left. */
  async begin(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    this.#waiting += await countArrivals(this.#store.db)
    if (this.#waiting > 0) this.#wake()
  }

  /** A request is about to be written. */
  expect(): void {
    this.#arrived++
    this.#waiting++
    this.#wake()
  }

  /** Somebody searches. */
  ask(): void {
    this.#asked = performance.now()
  }

  /** Until the function that it gives is called, batches are only made for those who wait for them. */
  hold(): () => void {
    this.#holds++
    return () => {
      this.#holds--
      this.#wake()
    }
  }

  /** Resolves when all that is written by now is in. */
  async flush(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    const last = await lastArrival(this.#store.db)
    if (last === null) return
    for (;;) {
      const first = await nextBatch(this.#store.db, 1)
      if (!first || first.last > last) break
      await this.#run()
    }
    this.#waiting = await countArrivals(this.#store.db)
  }

  /** Once, whoever asks; tells whether there was something to do. */
  #run(): Promise<boolean> {
    this.#running ??= this.#write(batchSize).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  #wake() {
    if (this.#holds === 0) this.#timer ??= setTimeout(() => void this.#look(), pause).unref()
  }

  async #look() {
    const arrived = this.#arrived
    this.#arrived = 0
    try {
      await this.#batches(arrived)
    } catch {
      // The disk is full or the server stops: what waits is written down.
    }
    this.#timer = null
    if (this.#waiting > 0) this.#wake()
  }

  async #batches(arrived: number) {
    const isBusy = arrived > busy
    const isLate = this.#waiting > most
    if (isBusy && !isLate && performance.now() - this.#asked > curiosity) return
    // While logging goes on, half as much again as came: the rest waits for quieter times.
    let left = isBusy ? 1.5 * arrived : Number.POSITIVE_INFINITY
    while (left > 0 && this.#holds === 0 && (await this.#run())) left -= batchSize
  }

  async #write(size: number): Promise<boolean> {
    const batch = await nextBatch(this.#store.db, size)
    if (!batch) {
      this.#waiting = 0
      return false
    }
    try {
      await this.#store.append(indexStatements(batch))
      this.#waiting = Math.max(0, this.#waiting - batch.requests)
    } catch (error) {
      if (this.#store.isUnavailable(error)) throw error
      await this.#oneByOne(batch)
    }
    return true
  }

  /** One of them cannot be read: it must not keep the others out. */
  async #oneByOne(batch: Batch) {
    if (batch.requests <= 1) return this.#store.append(setAsideStatements(batch))
    for (let index = 0; index < batch.requests; index++) await this.#write(1)
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

/** Resolves when the index has all that is written by now. */
export const finishIndex = (store: Store): Promise<void> => indexerOf(store).flush()

/** About how many requests are logged and not in the index. */
export const waitingForIndex = (store: Store): number => indexerOf(store).waiting
