import { rowsShifted } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, SheetRow, SheetRowRow, Tx } from '../../db/index.ts'
import { countCellsOfRows } from '../storage/cell-count-queries.ts'
import { updateColumnRow } from '../storage/column-queries.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { recordPart } from '../storage/record-changes.ts'
import { RowOrder } from '../storage/row-order.ts'
import { removeRows } from '../storage/row-queries.ts'
import { runEffects } from '../storage/run-effects.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'

/** Removes rows, which must be sorted by position, and makes the cells that read them stale. */
export async function removeFromSheet(tx: Tx, loaded: LoadedSheet, rows: readonly SheetRowRow[]) {
  const { sheet, graph } = loaded
  const changed = await removeAndCount(tx, sheet, loaded.columns, rows)
  const firstIndex = RowOrder.parse(sheet.gaps).indexOf(rows[0]!.position)
  const effects = rowsShifted(graph, sheet.id, firstIndex, sheet.row_count, changed.row_count)
  const sheets = new Map([...loaded.sheets, [sheet.id, changed]])
  await runEffects(tx, { ...loaded, sheets }, effects, sheet.updated_at)
  await recordPart(tx, sheet, 'rows')
}

/** Removes rows, which must be sorted by position, and updates the counts and the order of the locked sheet. */
export async function removeAndCount(
  tx: Tx,
  sheet: SheetRow,
  columns: readonly SheetColumnRow[],
  rows: readonly SheetRowRow[],
): Promise<SheetRow> {
  const ids = rows.map(({ id }) => id)
  const cells = await countCellsOfRows(tx, sheet, ids)
  for (const column of columns) {
    const removed = cells.get(column.number) ?? 0
    if (removed > 0) await updateColumnRow(tx, column, { stored_cells: column.stored_cells - removed })
  }
  await removeRows(tx, sheet, ids)
  const order = RowOrder.parse(sheet.gaps).without(rows.map(({ position }) => position))
  const change = {
    row_count: sheet.row_count - rows.length,
    layout: sheet.layout + 1,
    gaps: RowOrder.stringify(order),
  }
  await updateSheetRow(tx, sheet, change)
  return { ...sheet, ...change }
}
