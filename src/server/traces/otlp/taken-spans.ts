import { Refusal } from '../../../engine/refusal.ts'
import type { Span } from '../../../engine/traces/index.ts'

/** More than any exporter sends at once. */
export const mostSpans = 100_000

/** The spans of one export: those that can be stored, and how many cannot, with the first reason. */
export class TakenSpans {
  readonly spans: Span[] = []
  rejected = 0
  firstReason = ''

  /** Keeps the span, or counts it where it alone is at fault. */
  take(read: () => Span): void {
    if (this.spans.length + this.rejected >= mostSpans)
      throw new Refusal('too_large', `One call may bring ${mostSpans} spans.`)
    try {
      this.spans.push(read())
    } catch (error) {
      this.reject(1, reasonOf(error))
    }
  }

  reject(count: number, reason: string): void {
    this.rejected += count
    this.firstReason ||= reason
  }
}

/** What a refusal says of its span; what the wire reader of the library says is that the bytes are wrong. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof RangeError || (error instanceof Error && /varint|type/i.test(error.message)))
    return 'the span is malformed'
  throw error
}
