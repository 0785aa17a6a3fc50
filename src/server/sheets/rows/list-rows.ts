import type { Endpoints, Query, SuccessBody } from '../../../contract/index.ts'
import type { SheetRowRow, Store } from '../../db/index.ts'
import { type Handler, WrittenJson } from '../../http/handler.ts'
import { JsonBytes } from '../../http/json-bytes.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { firstRows, fullPage, rowsThatFit } from '../cells/full-page.ts'
import { type IndexedRow, type RowCells, withIndex } from '../cells/read-cells.ts'
import { metadataAggregates } from '../columns/metadata-aggregates.ts'
import { readCursor } from '../storage/cursor.ts'
import { getSheet, type LoadedSheet, loadSheet, type SheetAddress } from '../storage/load-sheet.ts'
import { pageOf } from '../storage/page.ts'
import { presentColumn } from '../storage/present.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectRowsAt, selectRowsFrom } from '../storage/row-queries.ts'
import { presentSystemCell, presentSystemColumn, systemColumnsOf } from '../storage/system-columns.ts'
import { writeRows } from './write-rows.ts'

type RowsQuery = Query<Endpoints['listRows']>

export const listRows: Handler<'listRows'> = async ({ store }, { caller, params, query }) => {
  const { loaded, rows, pageLimit } = await loadPage(store, caller.workspace, params, query)
  const { sheet, columns } = loaded
  const system = query.include_system_columns
  const withColumns = query.include_columns ?? query.cursor === undefined
  const pageRows = rows.slice(0, pageLimit)
  const bytes = new JsonBytes(pageRows.length * columns.length * bytesOfCell + bytesOfRest)
  bytes.write('{"success":true,"data":[')
  const writtenRows = await writeRows(bytes, store, loaded, pageRows, system)
  const {
    success: _,
    data: __,
    ...page
  } = pageOf(
    rows,
    writtenRows,
    scopeOf(sheet.id, query),
    ({ position }) => position,
    (row) => row,
  )
  const rest = {
    ...page,
    ...(query.row_indexes && { next_cursor: null }),
    pagination: { ...page.pagination, limit: query.limit },
    ...(query.include_row_count && { row_count: sheet.row_count }),
    columns: withColumns
      ? columns.flatMap((column) => [
          presentColumn(column, sheet),
          ...(system
            ? systemColumnsOf(column).map((systemColumn) => presentSystemColumn(systemColumn, sheet))
            : []),
        ])
      : [],
    version: sheet.version_count,
    ...(query.include_execution_metadata_aggregates && {
      execution_metadata_aggregates: await metadataAggregates(store.scan, loaded),
    }),
  } satisfies Omit<SuccessBody<Endpoints['listRows']>, 'success' | 'data'>
  bytes.write(`],${JSON.stringify(rest).slice(1)}`)
  return new WrittenJson(bytes.toBuffer())
}

const scopeOf = (sheet: string, { order }: RowsQuery) => ['rows', sheet, order]

/** Bytes that are reserved for a cell. Most cells need less, so the buffer seldom grows. */
const bytesOfCell = 600
const bytesOfRest = 65_536

/** Maximum reads, because rows may move or be deleted between two reads. */
const maxReads = 3

/** Reads the rows of a page, and the row after them if there is one. */
async function loadPage(store: Store, workspace: WorkspaceId, address: SheetAddress, query: RowsQuery) {
  for (let reads = 1; ; reads++) {
    const loaded = await loadSheet(store.db, workspace, address)
    const { sheet } = loaded
    const order = RowOrder.parse(sheet.gaps)
    if (query.row_indexes) return namedRows(store, loaded, query.row_indexes)
    const { rows, pageLimit } = await rowsForPage(store, sheet, startOf(sheet, order, query), query)
    const after = reads < maxReads ? await getSheet(store.db, workspace, address) : sheet
    if (after.layout === sheet.layout) return { loaded, rows: withIndexes(order, rows), pageLimit }
  }
}

/** Reads rows by index, in the order of the call. Indexes past the end are left out. */
async function namedRows(store: Store, loaded: LoadedSheet, indexes: readonly number[]) {
  const order = RowOrder.parse(loaded.sheet.gaps)
  const existingIndexes = indexes.filter((index) => index < loaded.sheet.row_count)
  const stored = await selectRowsAt(
    store.db,
    loaded.sheet,
    existingIndexes.map((index) => order.positionOf(index)),
  )
  const byIndex = new Map(withIndexes(order, stored).map((row) => [row.index, row]))
  return {
    loaded,
    rows: existingIndexes.flatMap((index) => byIndex.get(index) ?? []),
    pageLimit: existingIndexes.length,
  }
}

/** Reads as many rows as fit a page by the size of their texts, and one more. `pageLimit` is the page's limit. */
async function rowsForPage(
  store: Store,
  sheet: LoadedSheet['sheet'],
  start: number | null,
  { order, limit }: RowsQuery,
): Promise<{ readonly rows: readonly SheetRowRow[]; readonly pageLimit: number }> {
  const rows: SheetRowRow[] = []
  for (let from = start, size = 0, count = Math.min(firstRows, limit + 1); ; ) {
    const piece = await selectRowsFrom(store.db, sheet, from, order, count)
    rows.push(...piece)
    for (const { texts } of piece) size += texts.length
    const last = piece.at(-1)
    const missing = limit + 1 - rows.length
    if (last === undefined || piece.length < count || missing <= 0) return { rows, pageLimit: limit }
    if (size - last.texts.length >= fullPage) return { rows, pageLimit: rows.length - 1 }
    from = last.position + (order === 'asc' ? 1 : -1)
    count = rowsThatFit(fullPage - size, rows.length, size, missing)
  }
}

const withIndexes = (order: RowOrder, rows: readonly SheetRowRow[]): IndexedRow[] =>
  rows.map((row) => withIndex(order, row))

function startOf(sheet: LoadedSheet['sheet'], order: RowOrder, query: RowsQuery): number | null {
  const after = readCursor(scopeOf(sheet.id, query), query.cursor)
  if (after !== null) return Number(after) + (query.order === 'asc' ? 1 : -1)
  return query.start_row_index === undefined ? null : order.positionOf(query.start_row_index)
}

export function cellsOf({ sheet, columns }: LoadedSheet, cells: RowCells, row: IndexedRow, system: boolean) {
  const presentedCells: Record<string, ReturnType<RowCells['present']>> = {}
  for (const column of columns) {
    presentedCells[column.id] = cells.present(column, row)
    if (!system) continue
    for (const systemColumn of systemColumnsOf(column))
      presentedCells[systemColumn.id] = presentSystemCell(
        sheet.id,
        systemColumn,
        row,
        cells.content(column, row),
      )
  }
  return presentedCells
}
