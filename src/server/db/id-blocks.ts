import { idBlock, type Sequence, type Store } from './store.ts'

/**
 * Hands out ids for rows that are inserted too often to read a sequence each time. Each block is reserved durably
 * before its first id is used, so no id is used twice. After a restart the rest of the block is not used.
 */
export class IdBlocks {
  readonly #store: Store
  readonly #sequence: Sequence
  #next = 0
  #end = 0
  #fetching: Promise<void> | null = null

  constructor(store: Store, sequence: Sequence) {
    this.#store = store
    this.#sequence = sequence
  }

  async next(): Promise<number> {
    while (this.#next === this.#end) {
      this.#fetching ??= this.#fetch().finally(() => {
        this.#fetching = null
      })
      await this.#fetching
    }
    return this.#next++
  }

  async #fetch() {
    this.#next = await this.#store.takeIds(this.#sequence)
    this.#end = this.#next + idBlock
  }
}
