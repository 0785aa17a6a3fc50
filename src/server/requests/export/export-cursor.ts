import { Refusal } from '../../../engine/refusal.ts'
import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Position } from '../search/plan-queries.ts'

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
): string => Buffer.from(JSON.stringify([arrivedBy, descending, startedAt, id])).toString('base64url')

export function readExportCursor(query: SearchQuery, cursor: string): ExportPlace {
  const [arrivedBy, descending, value, id] = partsOf(cursor)
  if (!Number.isSafeInteger(arrivedBy) || !Number.isFinite(value) || !Number.isSafeInteger(id))
    throw refused('is none that an export gave')
  if (descending !== query.descending) throw refused('is of an export in the other order')
  return { arrivedBy: arrivedBy as number, after: { value: value as number, id: id as number } }
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {}
  throw refused('is none that an export gave')
}

const refused = (message: string) => new Refusal('bad_request', `cursor: ${message}`, { path: 'cursor' })
