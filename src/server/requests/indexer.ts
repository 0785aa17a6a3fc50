import type { Store } from '../db/index.ts'
import { batchSize, isOvertaken, mayIndex, unitSize } from './index-pace.ts'
import {
  type Batch,
  countArrivals,
  indexStatements,
  lastArrival,
  nextBatch,
  setAsideStatements,
} from './index-queries.ts'
import { SegmentMerger } from './segment-merger.ts'

/** Milliseconds from one look to the next. */
const pause = 100
/** Milliseconds after a question in which the next one is likely. */
const curiosity = 3_000

/**
 * Puts logged requests into the index of the embedded engine, in batches of its own. A request touches a page for
 * each of its tags, keys and words; written with each commit these pages cost 10 times what the request itself
 * does. What waits stands in `request_arrivals`, written with the request and deleted with the index's rows, so a
 * crash loses nothing and repeats nothing; until then searches look at it by itself.
 */
class Indexer {
  readonly #store: Store
  readonly #segments: SegmentMerger
  #running: Promise<number> | null = null
  #timer: NodeJS.Timeout | null = null
  /** Requests since the last look. */
  #arrived = 0
  /** About how many wait; some of them may never be written. */
  #waiting = 0
  #asked = Number.NEGATIVE_INFINITY
  /** Looks that left what waits. */
  #left = 0
  /** Milliseconds for each request of the last two units. */
  #took: [number, number] = [0, 0]
  #holds = 0

  constructor(store: Store) {
    this.#store = store
    this.#segments = new SegmentMerger(store)
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Goes on with those that an earlier process left. */
  async begin(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    this.#waiting += await countArrivals(this.#store.db)
    if (this.#waiting > 0) this.#wake()
    await this.tidy()
  }

  /** After requests have come into the index by another way. */
  async tidy(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    await this.#segments.catchUp()
    if (!this.#segments.isDone) this.#wake()
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
      await this.#run(batchSize)
    }
    this.#waiting = await countArrivals(this.#store.db)
  }

  /** Once, whoever asks; tells how many requests it took. */
  #run(size: number): Promise<number> {
    this.#running ??= this.#write(size).finally(() => {
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
      await this.#segments.look(arrived + this.#arrived, () => this.#holds === 0 && this.#arrived <= arrived)
    } catch {
      // The disk is full or the server stops: what waits is written down.
    }
    this.#timer = null
    if (this.#waiting > 0 || !this.#segments.isDone) this.#wake()
  }

  async #batches(arrived: number) {
    const isAsked = performance.now() - this.#asked < curiosity
    const may = mayIndex({ arrived, isAsked, waiting: this.#waiting, left: this.#left })
    this.#left = may > 0 ? 0 : this.#left + 1
    for (let done = 0; done < may && this.#holds === 0; ) {
      // One of them may have waited behind something else.
      const size = unitSize(arrived + this.#arrived, Math.min(...this.#took))
      const taken = await this.#run(size)
      done += taken
      // What came meanwhile waits for the next look: followed at once, it would be indexed one by one.
      if (taken < size || isOvertaken(may, this.#arrived)) return
    }
  }

  async #write(size: number): Promise<number> {
    const batch = await nextBatch(this.#store.db, size)
    if (!batch) {
      this.#waiting = 0
      return 0
    }
    const began = performance.now()
    try {
      await this.#store.append(indexStatements(batch))
      this.#segments.note()
      this.#took = [this.#took[1], (performance.now() - began) / batch.requests]
      this.#waiting = Math.max(0, this.#waiting - batch.requests)
    } catch (error) {
      if (this.#store.isUnavailable(error)) throw error
      await this.#oneByOne(batch)
    }
    return batch.requests
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
