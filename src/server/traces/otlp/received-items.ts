import { Refusal } from '../../../engine/refusal.ts'
import type { Span } from '../../../engine/traces/index.ts'

/** Maximum items of one export; no exporter sends as many. */
const maxItems = 100_000

/** The content of one export: the spans or log records to store, the number of rejected ones, and the first reason. */
export class ReceivedItems<T> {
  readonly items: T[] = []
  rejected = 0
  firstReason = ''
  /** The first warning about an item that is stored. */
  firstWarning = ''
  #count = 0
  readonly #noun: string

  constructor(noun: string) {
    this.#noun = noun
  }

  /** Reads an item. An item that alone is invalid counts as rejected. Null is dropped. */
  add(read: () => T | null): void {
    if (this.#count++ >= maxItems)
      throw new Refusal('too_large', `One call may bring ${maxItems} ${this.#noun}.`)
    try {
      const item = read()
      if (item !== null) this.items.push(item)
    } catch (error) {
      this.reject(1, reasonOf(error))
    }
  }

  warn(message: string): void {
    this.firstWarning ||= message
  }

  reject(count: number, reason: string): void {
    this.rejected += count
    this.firstReason ||= reason
  }
}

export class ReceivedSpans extends ReceivedItems<Span> {
  constructor() {
    super('spans')
  }
}

/** The reason for rejecting a span. An error of the protobuf reader means malformed bytes. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof RangeError || (error instanceof Error && /varint|type/i.test(error.message)))
    return 'the span is malformed'
  throw error
}
