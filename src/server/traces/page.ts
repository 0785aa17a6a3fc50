import { Refusal } from '../../engine/refusal.ts'
import type { SpanPosition } from './page-queries.ts'

/** Maximum characters of the spans in one page, which bounds the memory of a response. */
const maxPageCharacters = 8 * 1024 * 1024

/** The number of spans in a page: at least one, and then as many as fit. */
export function countFitting(spans: readonly { readonly size: number }[], limit: number): number {
  let total = 0
  let count = 0
  for (const { size } of spans.slice(0, limit)) {
    total += size
    if (count > 0 && total > maxPageCharacters) break
    count++
  }
  return count
}

export function cursorOf({ startedAt, spanId }: SpanPosition): string {
  return Buffer.from(JSON.stringify([startedAt, spanId])).toString('base64url')
}

export function positionOf(cursor: string | undefined): SpanPosition | null {
  if (cursor === undefined) return null
  try {
    const [startedAt, spanId] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    if (typeof startedAt === 'number' && typeof spanId === 'string' && isClean(spanId))
      return { startedAt, spanId }
  } catch {
    // The text is no cursor, so it is refused below.
  }
  throw new Refusal('invalid', 'is not a cursor that this endpoint returned', { loc: ['query', 'cursor'] })
}

const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
