import type { SearchQuery } from '../../../engine/search/index.ts'
import { cursorParts, cursorText, wrongCursor } from '../cursor-parts.ts'
import type { Position } from '../search/plan-queries.ts'

/** The position of an export: the arrival time up to which it exports, and the last request written. */
export interface ExportPosition {
  readonly arrivedBy: number
  readonly after: Position
}

export const exportCursorOf = (
  { descending }: SearchQuery,
  arrivedBy: number,
  startedAt: number,
  id: number,
): string => cursorText([arrivedBy, descending, startedAt, id])

export function readExportCursor(query: SearchQuery, cursor: string): ExportPosition {
  const [arrivedBy, descending, value, id] = cursorParts(cursor)
  if (!Number.isSafeInteger(arrivedBy) || !Number.isFinite(value) || !Number.isSafeInteger(id))
    throw wrongCursor()
  if (descending !== query.descending) throw wrongCursor('is of an export in the other order')
  return { arrivedBy: arrivedBy as number, after: { value: value as number, id: id as number } }
}
