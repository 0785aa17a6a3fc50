import { Refusal } from '../../../engine/refusal.ts'
import type { Span } from '../../../engine/traces/index.ts'

/** More than any exporter sends at once. */
const mostItems = 100_000

/** One export: the spans or log records to store, the number of rejected ones, and the reason of the first rejection. */
export class Taken<T> {
  readonly items: T[] = []
  rejected = 0
  firstReason = ''
  #count = 0
  readonly #noun: string

  constructor(noun: string) {
    this.#noun = noun
  }

  /** Keeps the item, or counts it where it alone is at fault. Null is neither. */
  take(read: () => T | null): void {
    if (this.#count++ >= mostItems)
      throw new Refusal('too_large', `One call may bring ${mostItems} ${this.#noun}.`)
    try {
      const item = read()
      if (item !== null) this.items.push(item)
    } catch (error) {
      this.reject(1, reasonOf(error))
    }
  }

  reject(count: number, reason: string): void {
    this.rejected += count
    this.firstReason ||= reason
  }
}

export class TakenSpans extends Taken<Span> {
  constructor() {
    super('spans')
  }
}

/** What a refusal says of its span; what the wire reader of the library says is that the bytes are wrong. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof RangeError || (error instanceof Error && /varint|type/i.test(error.message)))
    return 'the span is malformed'
  throw error
}
