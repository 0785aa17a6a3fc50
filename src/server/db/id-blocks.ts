import { idBlock, type Sequence, type Store } from './store.ts'

/**
 * Ids for rows that are inserted too often to read a sequence each time. A block is reserved durably before its first id is
 * used, so no id is used twice; a restart skips the rest of the block.
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
