import type { SearchQuery } from '../../../engine/search/index.ts'
import { cursorParts, cursorText, wrongCursor } from '../cursor-parts.ts'
import type { Position } from '../search/plan-queries.ts'

const noCursor = 'is none that an export gave'

/** Where an export stands: up to which arrival it goes, and behind which request it goes on. */
export interface ExportPlace {
  readonly arrivedBy: number
  readonly after: Position
}

export const exportCursorOf = (
  { descending }: SearchQuery,
  arrivedBy: number,
  startedAt: number,
  id: number,
): string => cursorText([arrivedBy, descending, startedAt, id])

export function readExportCursor(query: SearchQuery, cursor: string): ExportPlace {
  const [arrivedBy, descending, value, id] = cursorParts(cursor, noCursor)
  if (!Number.isSafeInteger(arrivedBy) || !Number.isFinite(value) || !Number.isSafeInteger(id))
    throw wrongCursor(noCursor)
  if (descending !== query.descending) throw wrongCursor('is of an export in the other order')
  return { arrivedBy: arrivedBy as number, after: { value: value as number, id: id as number } }
}
