import type { Json } from '../../../engine/json/json.ts'
import { badField, Refusal } from '../../../engine/refusal.ts'
import { rowsAdded } from '../../../engine/sheet/index.ts'
import type { SheetRowRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { readCells, withIndex } from '../cells/read-cells.ts'
import { type LoadedSheet, loadForChange } from '../storage/load-sheet.ts'
import { recordPart } from '../storage/record-changes.ts'
import { RowOrder } from '../storage/row-order.ts'
import { insertSheetRows } from '../storage/row-queries.ts'
import { runEffects } from '../storage/run-effects.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'
import type { Texts } from '../storage/values.ts'
import { cellsOf } from './list-rows.ts'

/** Maximum rows of a sheet. Larger sheets were not measured. */
export const maxRows = 1_000_000

export const addRows: Handler<'addRows'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const { sheet, columns, graph } = loaded
    if (columns.length === 0)
      throw new Refusal('bad_request', 'The sheet has no columns yet; create one first.')
    if (sheet.row_count + body.count > maxRows)
      throw new Refusal('bad_request', `A sheet has at most ${maxRows} rows.`)
    const values = (body.values ?? []).slice(0, body.count).map((row, index) => textsOf(loaded, row, index))
    const rows = newRows(loaded, body.count, values)
    await insertSheetRows(tx, rows)
    const rowCount = sheet.row_count + rows.length
    await updateSheetRow(tx, sheet, {
      row_count: rowCount,
      next_row_id: sheet.next_row_id + rows.length,
      next_position: sheet.next_position + rows.length,
    })
    await runEffects(tx, loaded, rowsAdded(graph, sheet.id, sheet.row_count, rowCount), sheet.updated_at)
    await recordPart(tx, sheet, 'rows')
    const order = RowOrder.parse(sheet.gaps)
    const indexedRows = rows.map((row) => withIndex(order, row))
    const cells = await readCells(tx, loaded, indexedRows)
    return {
      success: true as const,
      rows_created: rows.length,
      start_row_index: sheet.row_count,
      row_indices: indexedRows.map(({ index }) => index),
      rows: indexedRows.map((row) => ({ row_index: row.index, cells: cellsOf(loaded, cells, row, false) })),
      cell_count: rows.length * columns.length,
      row_count: rowCount,
      version: sheet.version_count,
    }
  })

/** Makes rows that come after the last one. */
function newRows({ sheet }: LoadedSheet, count: number, values: readonly Texts[]): SheetRowRow[] {
  return Array.from({ length: count }, (_, index) => ({
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    id: sheet.next_row_id + index,
    position: sheet.next_position + index,
    texts: JSON.stringify(values[index] ?? {}),
    since: sheet.version_count,
    updated_at: sheet.updated_at,
  }))
}

function textsOf(
  { columns, graph }: LoadedSheet,
  inputValues: Record<string, unknown>,
  index: number,
): Texts {
  const texts: Record<string, Json> = {}
  for (const [id, value] of Object.entries(inputValues)) {
    const column = columns.find((column) => column.id === id.toLowerCase())
    const field = `values.${index}.${id.slice(0, 64)}`
    if (!column) throw badField(field, `${field}: the sheet has no such column.`)
    if (graph.find(column.id)!.kind !== 'input')
      throw badField(field, `${field}: the column is ${column.type} and takes no values.`)
    if (value !== null) texts[column.number] = value as Json
  }
  return texts
}
