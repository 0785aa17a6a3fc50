import type { Store } from '../../db/index.ts'
import { mergeQuota } from './index-pace.ts'
import { countSegments, mergeStatement, readStructure } from './merge-queries.ts'

/**
 * Merges segments of the word index. Each batch adds a segment and each search reads all. FTS5 itself would merge
 * during the commit of a batch, which delays a log call.
 */
export class SegmentMerger {
  readonly #store: Store
  #isDone = true
  /** Consecutive ticks without a log call. */
  #quietTicks = 0

  constructor(store: Store) {
    this.#store = store
  }

  get isDone(): boolean {
    return this.#isDone
  }

  /** Call this after a segment may have been added. */
  markPending(): void {
    this.#isDone = false
  }

  /** Runs as many merge steps as `mergeQuota` allows after the logging since the last tick. */
  async mergeSome(arrivals: number, mayContinue: () => boolean): Promise<void> {
    this.#quietTicks = arrivals > 0 ? 0 : this.#quietTicks + 1
    if (this.#isDone) return
    const steps = mergeQuota({
      arrivals,
      quietTicks: this.#quietTicks,
      segments: await countSegments(this.#store.db),
    })
    for (let step = 0; step < steps && !this.#isDone && mayContinue(); step++) await this.#step()
  }

  /** Merges until there are few segments. */
  async catchUp(): Promise<void> {
    while (mergeQuota({ arrivals: 1, quietTicks: 0, segments: await countSegments(this.#store.db) }) > 0) {
      await this.#step()
      if (this.#isDone) return
    }
  }

  async #step(): Promise<void> {
    const structure = await readStructure(this.#store.db)
    await this.#store.append([mergeStatement()])
    this.#isDone = (await readStructure(this.#store.db)) === structure
  }
}
