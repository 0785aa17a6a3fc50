import { randomUUIDv7 } from 'node:crypto'
import type { Json } from '../../../engine/json/json.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { stateOfContent } from '../../../engine/sheet/index.ts'
import type { SheetCellRow, Store, TableRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { maxColumns } from '../columns/columns.ts'
import { checkSources } from '../columns/composed-sheets.ts'
import { newColumn, textColumns } from '../columns/new-column.ts'
import { saveColumn } from '../columns/save-columns.ts'
import { insertCells } from '../storage/cell-queries.ts'
import { insertColumns } from '../storage/column-queries.ts'
import { type LoadedSheet, loadForChange, withColumnsChanged } from '../storage/load-sheet.ts'
import { insertSheetRows } from '../storage/row-queries.ts'
import { insertSheet } from '../storage/sheet-queries.ts'
import { insertTable } from '../storage/table-queries.ts'
import { newSheet } from './new-sheet.ts'

/** A new table that has its results already, so that no cell is computed again. */
export interface FilledTable {
  readonly title: string
  readonly folder: number | null
  /** The titles of the text columns. */
  readonly titles: readonly string[]
  readonly computed: readonly { readonly title: string; readonly type: string; readonly config: object }[]
  readonly rows: number
}

export interface FilledRow {
  /** The values in the order of `titles`. */
  readonly values: readonly Json[]
  /** The cells in the order of `computed`; null for a cell that was never computed. */
  readonly cells: readonly (FilledCell | null)[]
}

export type FilledCell = { readonly value: Json } | { readonly error: { code: string; message: string } }

export async function createFilledTable(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  filled: FilledTable,
  pages: AsyncIterable<readonly FilledRow[]>,
  now: number,
): Promise<LoadedSheet> {
  const { titles, computed, rows } = filled
  if (titles.length + computed.length > maxColumns)
    throw new Refusal('bad_request', `A sheet has at most ${maxColumns} columns.`)
  const table = newTable(workspace, filled, now)
  await insertTable(tx, table)
  const empty = await newSheet(store, tx, table, 'Sheet 1', 0, now)
  const sheet = {
    ...empty,
    row_count: rows,
    next_row_id: rows + 1,
    next_position: rows,
    next_column_number: titles.length + computed.length + 1,
  }
  await insertSheet(tx, sheet)
  await insertColumns(tx, textColumns(sheet, titles))
  const address = { table_id: table.id, sheet_id: sheet.id }
  const loaded = await loadForChange(tx, workspace, address, now)
  const stored = await insertPages(tx, loaded, titles.length, pages)
  return addComputed(tx, loaded, filled, stored)
}

const newTable = (workspace: WorkspaceId, { title, folder }: FilledTable, now: number): TableRow => ({
  workspace_id: workspace,
  id: randomUUIDv7(),
  title,
  folder_id: folder,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

/** Returns the number of stored cells by the index of the computed column. */
async function insertPages(
  tx: Tx,
  { sheet }: LoadedSheet,
  titleCount: number,
  pages: AsyncIterable<readonly FilledRow[]>,
): Promise<ReadonlyMap<number, number>> {
  const stored = new Map<number, number>()
  let position = 0
  for await (const rows of pages) {
    const cells: SheetCellRow[] = []
    const firstPosition = position
    for (const row of rows) {
      position++
      for (const [index, cell] of row.cells.entries()) {
        if (!cell) continue
        stored.set(index, (stored.get(index) ?? 0) + 1)
        cells.push(cellRow(sheet, position, titleCount + index + 1, cell))
      }
    }
    await insertSheetRows(
      tx,
      rows.map(({ values }, index) => ({
        workspace_id: sheet.workspace_id,
        sheet: sheet.number,
        id: firstPosition + index + 1,
        position: firstPosition + index,
        texts: textsOf(values),
        since: sheet.version_count,
        updated_at: sheet.updated_at,
      })),
    )
    await insertCells(tx, cells)
  }
  return stored
}

const textsOf = (values: readonly Json[]): string =>
  JSON.stringify(
    Object.fromEntries(
      values.flatMap((value, index) => (value === null ? [] : [[String(index + 1), value]])),
    ),
  )

function cellRow(
  { workspace_id, number, version_count, updated_at }: LoadedSheet['sheet'],
  row: number,
  column: number,
  cell: FilledCell,
): SheetCellRow {
  const status = stateOfContent({ isStale: false, hasError: 'error' in cell })
  return {
    workspace_id,
    sheet: number,
    row_id: row,
    column_number: column,
    status,
    resting: status,
    value: 'value' in cell ? JSON.stringify(cell.value) : null,
    error: 'error' in cell ? JSON.stringify(cell.error) : null,
    evidence: null,
    input_hash: null,
    computed_version: version_count,
    since: version_count,
    stale_since: null,
    price: null,
    latency_ms: null,
    metrics: null,
    updated_at,
    awaiting: 0,
    execution_id: null,
    generation: 0,
    progress: null,
  }
}

async function addComputed(
  tx: Tx,
  loaded: LoadedSheet,
  { titles, computed }: FilledTable,
  stored: ReadonlyMap<number, number>,
): Promise<LoadedSheet> {
  const { sheet } = loaded
  const columns = computed.map(({ title, type, config }, index) => {
    const number = titles.length + index + 1
    const stored_cells = stored.get(index) ?? 0
    return newColumn(sheet, {
      title,
      type,
      config: JSON.stringify(config),
      number,
      position_rank: number,
      stored_cells,
    })
  })
  const withColumns = withColumnsChanged(loaded, (all) => [...all, ...columns])
  for (const { id } of columns) {
    checkSources(withColumns, id, loaded)
    await saveColumn(tx, withColumns, id, null)
  }
  return withColumns
}
