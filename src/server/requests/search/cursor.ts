import { RequestStatus } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Total } from './count-found.ts'
import type { Position } from './plan-queries.ts'

/** Where a page ends, and how many requests the first page was found among. */
export interface Cursor {
  readonly position: Position
  readonly total: Total
}

/** As text for the caller to send back: the order it holds in, the value, the id, the total. */
export function cursorOf({ sortBy, descending }: SearchQuery, { position, total }: Cursor): string {
  const parts = [sortBy, descending, position.value, position.id, total.atLeast, total.isExact]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

export function readCursor(query: SearchQuery, cursor: string): Cursor {
  const [sortBy, descending, value, id, atLeast, isExact] = partsOf(cursor)
  const isValue = query.sortBy === 'status' ? RequestStatus.safeParse(value).success : Number.isFinite(value)
  const isTotal = Number.isSafeInteger(atLeast) && (atLeast as number) >= 0 && typeof isExact === 'boolean'
  if (!isValue || !Number.isSafeInteger(id) || !isTotal) throw refused('is none that a search gave')
  if (sortBy !== query.sortBy || descending !== query.descending)
    throw refused('is of a search in another order')
  return {
    position: { value: value as number | string, id: id as number },
    total: { atLeast: atLeast as number, isExact },
  }
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {}
  throw refused('is none that a search gave')
}

const refused = (message: string) => new Refusal('bad_request', `cursor: ${message}`, { path: 'cursor' })
