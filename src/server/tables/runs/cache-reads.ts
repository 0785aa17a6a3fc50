import type { Store } from '../../db/index.ts'
import { type CacheEntry, findCached } from './cache-queries.ts'

type Found = ReadonlyMap<string, CacheEntry>

/**
 * Looks values up in the cache for one batch. Cells that ask while a question is under way are asked about together
 * once it is over: on PostgreSQL 10,000 cells of a model were 10,000 questions (decision 101).
 */
export class CacheReads {
  readonly #store: Store
  readonly #workspace: number
  #underWay: Promise<Found> | null = null
  #next: { readonly keys: string[]; readonly found: Promise<Found> } | null = null

  constructor(store: Store, workspace: number) {
    this.#store = store
    this.#workspace = workspace
  }

  async find(key: string): Promise<CacheEntry | undefined> {
    if (!this.#underWay) return (await this.#ask([key])).get(key)
    this.#next ??= this.#gather(this.#underWay)
    this.#next.keys.push(key)
    return (await this.#next.found).get(key)
  }

  #gather(before: Promise<Found>) {
    const keys: string[] = []
    const goOn = () => {
      this.#next = null
      return this.#ask(keys)
    }
    return { keys, found: before.then(goOn, goOn) }
  }

  #ask(keys: readonly string[]): Promise<Found> {
    const asked = findCached(this.#store, this.#workspace, keys)
    this.#underWay = asked
    const over = () => {
      if (this.#underWay === asked) this.#underWay = null
    }
    asked.then(over, over)
    return asked
  }
}
