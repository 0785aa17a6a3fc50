import type { Store } from '../db/index.ts'
import { mayMerge } from './index-pace.ts'
import { countSegments, mergeStatement, readStructure } from './merge-queries.ts'

/**
 * Merges the segments of the word index. Each batch of requests adds one, and each search looks into all of them.
 * Left to the engine, the merging is done within the commit of one batch of many, and a log call waits for it.
 */
export class SegmentMerger {
  readonly #store: Store
  #isDone = true
  /** Looks in a row in which nothing was logged. */
  #quiet = 0

  constructor(store: Store) {
    this.#store = store
  }

  get isDone(): boolean {
    return this.#isDone
  }

  /** A segment has been added, or may have been. */
  note(): void {
    this.#isDone = false
  }

  /** As much as the log calls since the last look leave room for. */
  async look(arrived: number, mayGoOn: () => boolean): Promise<void> {
    this.#quiet = arrived > 0 ? 0 : this.#quiet + 1
    if (this.#isDone) return
    const steps = mayMerge({ arrived, quiet: this.#quiet, segments: await countSegments(this.#store.db) })
    for (let step = 0; step < steps && !this.#isDone && mayGoOn(); step++) await this.#step()
  }

  /** Until a search has few segments to look into. */
  async catchUp(): Promise<void> {
    while (mayMerge({ arrived: 1, quiet: 0, segments: await countSegments(this.#store.db) }) > 0) {
      await this.#step()
      if (this.#isDone) return
    }
  }

  async #step(): Promise<void> {
    const before = await readStructure(this.#store.db)
    await this.#store.append([mergeStatement()])
    this.#isDone = (await readStructure(this.#store.db)) === before
  }
}
