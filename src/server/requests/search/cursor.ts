import { RequestStatus } from '../../../contract/index.ts'
import type { SearchQuery, SortScore } from '../../../engine/search/index.ts'
import { cursorParts, cursorText, wrongCursor } from '../cursor-parts.ts'
import type { Position } from './plan-queries.ts'
import type { Total } from './search-page.ts'

/** Where a page ends, and the total that the first page counted. */
export interface Cursor {
  readonly position: Position
  readonly total: Total
}

/** The cursor as text: sort order, value, id, total. */
export function cursorOf(query: SearchQuery, { position, total }: Cursor): string {
  return cursorText([
    orderOf(query),
    query.descending,
    position.value,
    position.id,
    total.atLeast,
    total.isExact,
  ])
}

/** The order of a search, as a cursor names it. */
export const orderOf = ({
  sortBy,
  sortScore,
}: {
  readonly sortBy: string
  readonly sortScore: SortScore | null
}): string => (sortScore ? `${sortBy} ${sortScore.name}` : sortBy)

export function readCursor(query: SearchQuery, cursor: string): Cursor {
  const [sortBy, descending, value, id, atLeast, isExact] = cursorParts(cursor)
  const isValue = query.sortBy === 'status' ? RequestStatus.safeParse(value).success : Number.isFinite(value)
  const isTotal = Number.isSafeInteger(atLeast) && (atLeast as number) >= 0 && typeof isExact === 'boolean'
  if (!isValue || !Number.isSafeInteger(id) || !isTotal) throw wrongCursor()
  if (sortBy !== orderOf(query) || descending !== query.descending)
    throw wrongCursor('is of a search in another order')
  return {
    position: { value: value as number | string, id: id as number },
    total: { atLeast: atLeast as number, isExact },
  }
}
