import type { Json } from '../../../engine/columns/json.ts'
import { contentsOf } from '../read-request.ts'
import { listScoresOf } from '../search/found-queries.ts'
import type { Search } from '../search/open-search.ts'
import type { Found, Position } from '../search/plan-queries.ts'
import { exportCursorOf } from './export-cursor.ts'
import { type ExportedRow, listExported, originalIn } from './export-queries.ts'
import type { ExportedColumn } from './exported-columns.ts'
import { walk } from './walk.ts'

interface Export {
  readonly search: Search
  /** What arrived later is not of this export. */
  readonly arrivedBy: number
  readonly after: Position | null
  readonly limit: number
  readonly columns: readonly ExportedColumn[]
}

/** Characters that are held before they are handed on, about. */
const largestPage = 512 * 1024
const rowsAtOnce = 500

type Row = readonly Json[]

/** The values of a file, some rows at a time: no more is read before they are taken. */
export async function* exportedRows(asked: Export): AsyncGenerator<readonly Row[]> {
  let left = asked.limit
  for await (const found of walk(asked.search, asked.after, rowsAtOnce)) {
    for await (const rows of described(asked, found)) {
      const some = rows.slice(0, left)
      if (some.length > 0) yield some
      left -= some.length
      if (left <= 0) return
    }
  }
}

async function* described({ search, arrivedBy, columns }: Export, found: readonly Found[]) {
  const { store, workspace, query } = search
  const ids = found.map(({ id }) => id)
  const byId = new Map((await listExported(store, workspace, ids)).map((row) => [row.id, row]))
  const scores = Map.groupBy(await listScoresOf(store.scan, workspace, ids), ({ request_id }) => request_id)
  const withContent = columns.some(({ title }) => title === 'input')
  let rows: Row[] = []
  let size = 0
  for (const { id, value } of found) {
    const row = byId.get(id)
    if (!row || row.created_at > arrivedBy) continue
    const content = withContent ? await contentOf(search, row) : null
    if (withContent && !content) continue
    const cursor = exportCursorOf(query, arrivedBy, Number(value), id)
    const exported = { cursor, row, scores: scores.get(id) ?? [], content: content?.contents ?? null }
    rows.push(columns.map((column) => column.valueIn(exported)))
    size += row.metadata.length + row.tags.length + (row.error_message?.length ?? 0) + (content?.size ?? 0)
    if (size < largestPage) continue
    yield rows
    rows = []
    size = 0
  }
  if (rows.length > 0) yield rows
}

/** One after the other: of two large ones both would be in memory. Null when the request is gone by now. */
async function contentOf({ store, workspace }: Search, row: ExportedRow) {
  const original = await originalIn(store, workspace, row)
  return original && { contents: contentsOf(row, original), size: original.length }
}
