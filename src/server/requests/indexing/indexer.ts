import type { Store } from '../../db/index.ts'
import { asServer } from '../../started-by.ts'
import { type Batch, batchOf } from './index-batch.ts'
import { batchSize, indexQuota, isOvertaken, unitSize } from './index-pace.ts'
import {
  countArrivals,
  indexStatements,
  insertReadWords,
  lastArrival,
  oldestArrivals,
  readWords,
  statementsWithoutWords,
} from './index-queries.ts'
import { SegmentMerger } from './segment-merger.ts'

/** Milliseconds between two ticks. */
const tickInterval = 100
/** Milliseconds after a search in which searches count as active. */
const searchActiveMilliseconds = 3_000

/**
 * Indexes logged requests on SQLite in batches, because indexing within each log call would cost 10 times the insert.
 * `request_arrivals` lists pending requests durably, and searches scan them.
 */
class Indexer {
  readonly #store: Store
  readonly #segments: SegmentMerger
  #running: Promise<Batch | null> | null = null
  #timer: NodeJS.Timeout | null = null
  /** Requests logged since the last tick. */
  #arrivals = 0
  /** Estimated number of pending requests; some log calls fail after they are counted. */
  #pending = 0
  #lastSearch = Number.NEGATIVE_INFINITY
  /** Consecutive ticks that indexed nothing. */
  #skippedTicks = 0
  /** Milliseconds per request of the last two units. */
  #unitTimes: [number, number] = [0, 0]
  #holds = 0

  constructor(store: Store) {
    this.#store = store
    this.#segments = new SegmentMerger(store)
  }

  get pending(): number {
    return this.#pending
  }

  /** Continues with the requests that an earlier process left pending. */
  async start(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    this.#pending += await countArrivals(this.#store.db)
    if (this.#pending > 0) this.#schedule()
    await this.#segments.catchUp()
    if (!this.#segments.isDone) this.#schedule()
  }

  /** Call this before a request is written. */
  countRequest(): void {
    this.#arrivals++
    this.#pending++
    this.#schedule()
  }

  /** Call this when a search runs. */
  markSearch(): void {
    this.#lastSearch = performance.now()
  }

  /** Suspends background indexing until the returned function is called; `flush` still works. */
  suspend(): () => void {
    this.#holds++
    return () => {
      this.#holds--
      this.#schedule()
    }
  }

  /** Resolves when all requests written so far are indexed. */
  async flush(): Promise<void> {
    if (this.#store.dialect !== 'sqlite') return
    const last = await lastArrival(this.#store.db)
    if (last === null) return
    for (;;) {
      const [first] = await oldestArrivals(this.#store.db, 1)
      if (!first || first.id > last) break
      await this.#run(batchSize)
    }
    this.#pending = await countArrivals(this.#store.db)
  }

  /** Writes a batch, or waits for the one that is being written. */
  #run(size: number): Promise<Batch | null> {
    this.#running ??= this.#write(size).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  #schedule() {
    if (this.#holds === 0)
      this.#timer ??= asServer(() => setTimeout(() => void this.#tick(), tickInterval)).unref()
  }

  async #tick() {
    const arrivals = this.#arrivals
    this.#arrivals = 0
    try {
      await this.#batches(arrivals)
      await this.#segments.mergeSome(
        arrivals + this.#arrivals,
        () => this.#holds === 0 && this.#arrivals <= arrivals,
      )
    } catch {
      // The disk is full or the server is stopping. Pending requests stay listed and are indexed later.
    }
    this.#timer = null
    if (this.#pending > 0 || !this.#segments.isDone) this.#schedule()
  }

  async #batches(arrivals: number) {
    const isSearched = performance.now() - this.#lastSearch < searchActiveMilliseconds
    const quota = indexQuota({
      arrivals,
      isSearched,
      pending: this.#pending,
      skippedTicks: this.#skippedTicks,
    })
    this.#skippedTicks = quota > 0 ? 0 : this.#skippedTicks + 1
    for (let indexed = 0; indexed < quota && this.#holds === 0; ) {
      // The faster of the last two units is taken, because one may have waited for other writes.
      const size = unitSize(arrivals + this.#arrivals, Math.min(...this.#unitTimes), this.#pending)
      const batch = await this.#run(size)
      // Requests that arrived meanwhile wait for the next tick; otherwise each would be indexed alone.
      if (!batch || batch.isRest || isOvertaken(quota, this.#arrivals)) return
      indexed += batch.requests
    }
  }

  async #write(size: number): Promise<Batch | null> {
    const batch = batchOf(await oldestArrivals(this.#store.db, size), size)
    if (!batch) {
      this.#pending = 0
      return null
    }
    try {
      if (batch.isLong) await this.#writeLong(batch)
      else await this.#writeShort(batch)
      this.#segments.markPending()
      this.#pending = Math.max(0, this.#pending - batch.requests)
    } catch (error) {
      if (this.#store.isUnavailable(error)) throw error
      await this.#oneByOne(batch)
    }
    return batch
  }

  async #writeShort(batch: Batch) {
    const began = performance.now()
    await this.#store.append(indexStatements(batch))
    this.#unitTimes = [this.#unitTimes[1], (performance.now() - began) / batch.requests]
  }

  /**
   * Splits the words of a long request in a reader thread, because the writer would be blocked for tens of
   * milliseconds.
   */
  async #writeLong(batch: Batch) {
    const words = await readWords(this.#store.scan, batch.last)
    // If the request was deleted or recorded again meanwhile, nothing is written, and the next batch contains a
    // recorded request again.
    if (words) await this.#store.appendIf(insertReadWords(batch.last, words), statementsWithoutWords(batch))
  }

  /** Indexes each request of the batch alone, so that one unreadable request does not block the others. */
  async #oneByOne(batch: Batch) {
    if (batch.requests <= 1) return this.#store.append(statementsWithoutWords(batch))
    for (let index = 0; index < batch.requests; index++) await this.#write(1)
  }
}

const indexers = new WeakMap<Store, Indexer>()

export function indexerOf(store: Store): Indexer {
  const existing = indexers.get(store)
  if (existing) return existing
  const indexer = new Indexer(store)
  indexers.set(store, indexer)
  return indexer
}

/** Resolves when all requests written so far are indexed. */
export const finishIndex = (store: Store): Promise<void> => indexerOf(store).flush()

/** Approximate number of logged requests that are not indexed yet. */
export const pendingRequests = (store: Store): number => indexerOf(store).pending
