import { setImmediate as turn } from 'node:timers/promises'
import type { Store } from '../db/index.ts'
import { type CacheEntry, findCached } from './cache-queries.ts'

type Found = ReadonlyMap<string, CacheEntry>

/**
 * Looks values up in the cache for one batch. Cells that ask in one turn of the event loop, or while a question is under
 * way, are asked about together: 10,000 cells of a model were 10,000 questions (bench/notes/model-calls.md).
 */
export class CacheReads {
  readonly #store: Store
  readonly #workspace: number
  /** When the last question is over, whatever came of it. */
  #over: Promise<unknown> = Promise.resolve()
  #next: { readonly keys: string[]; readonly found: Promise<Found> } | null = null

  constructor(store: Store, workspace: number) {
    this.#store = store
    this.#workspace = workspace
  }

  async find(key: string): Promise<CacheEntry | undefined> {
    this.#next ??= this.#gather()
    this.#next.keys.push(key)
    return (await this.#next.found).get(key)
  }

  #gather() {
    const keys: string[] = []
    const ask = () => {
      this.#next = null
      return findCached(this.#store, this.#workspace, keys)
    }
    const found = Promise.all([turn(), this.#over]).then(ask)
    this.#over = found.catch(() => {})
    return { keys, found }
  }
}
