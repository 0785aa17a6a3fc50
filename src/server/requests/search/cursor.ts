import { Refusal } from '../../../engine/refusal.ts'
import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Position } from './plan-queries.ts'

/** Where a page ends, as text for the caller to send back: the order it holds in, the value, the id. */
export function cursorOf({ sortBy, descending }: SearchQuery, { value, id }: Position): string {
  return Buffer.from(JSON.stringify([sortBy, descending, value, id])).toString('base64url')
}

export function readCursor(query: SearchQuery, cursor: string): Position {
  const [sortBy, descending, value, id] = partsOf(cursor)
  const isValue = query.sortBy === 'status' ? typeof value === 'string' : Number.isFinite(value)
  if (!isValue || !Number.isSafeInteger(id)) throw refused('is none that a search gave')
  if (sortBy !== query.sortBy || descending !== query.descending)
    throw refused('is of a search in another order')
  return { value: value as number | string, id: id as number }
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {}
  throw refused('is none that a search gave')
}

const refused = (message: string) => new Refusal('bad_request', `cursor: ${message}`, { path: 'cursor' })
