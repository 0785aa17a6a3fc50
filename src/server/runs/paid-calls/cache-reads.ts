import { setImmediate as turn } from 'node:timers/promises'
import type { Store } from '../../db/index.ts'
import { type CacheEntry, findCached } from './cache-queries.ts'

type CacheEntries = ReadonlyMap<string, CacheEntry>

/**
 * Reads the cache for one batch. Lookups in one turn of the event loop, or during a query, share the next query, because
 * one query for each of 10,000 model cells is slow (bench/notes/model-calls.md).
 */
export class CacheReads {
  readonly #store: Store
  readonly #workspace: number
  /** Settles when the last query ends. */
  #lastQuery: Promise<unknown> = Promise.resolve()
  #next: { readonly keys: string[]; readonly entries: Promise<CacheEntries> } | null = null

  constructor(store: Store, workspace: number) {
    this.#store = store
    this.#workspace = workspace
  }

  async find(key: string): Promise<CacheEntry | undefined> {
    this.#next ??= this.#gather()
    this.#next.keys.push(key)
    return (await this.#next.entries).get(key)
  }

  #gather() {
    const keys: string[] = []
    const fetch = () => {
      this.#next = null
      return findCached(this.#store, this.#workspace, keys)
    }
    const entries = Promise.all([turn(), this.#lastQuery]).then(fetch)
    this.#lastQuery = entries.catch(() => {})
    return { keys, entries }
  }
}
