import { badField } from '../../../engine/refusal.ts'
import type { SheetColumnRow, SheetRow, SheetVersionRow, Tx } from '../../db/index.ts'
import { saveColumn } from '../columns/save-columns.ts'
import { countStoredCells } from '../storage/cell-count-queries.ts'
import { removeColumn, replaceReferences, updateColumnRow } from '../storage/column-queries.ts'
import { columnsAt } from '../storage/content-queries.ts'
import {
  preserveCellsOfRows,
  preserveColumn,
  preserveRows,
  preserveStaleCells,
} from '../storage/history-queries.ts'
import { type LoadedSheet, withColumnsChanged } from '../storage/load-sheet.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectPositions } from '../storage/row-queries.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'
import { makeReadersStale } from '../tables/make-readers-stale.ts'
import { restoreCells, restoreRows } from './restore-queries.ts'

/** Restores columns, rows and values. Each cell is as stale as it was. */
export async function restoreVersion(
  tx: Tx,
  loaded: LoadedSheet,
  version: SheetVersionRow,
): Promise<SheetRow> {
  const { sheet } = loaded
  const versionCount = version.version_count
  if (versionCount === sheet.version_count - 1)
    throw badField(
      'source_version_id',
      'source_version_id: the sheet already has the content of this version.',
    )
  await preserveRows(tx, sheet, { since: versionCount })
  await preserveCellsOfRows(tx, sheet, { since: versionCount })
  await preserveStaleCells(tx, sheet, (where) =>
    where.and([where('since', '<=', versionCount), where('stale_since', '>', versionCount)]),
  )
  await restoreRows(tx, sheet, versionCount)
  await restoreCells(tx, sheet, versionCount)
  const loadedAfter = await restoreColumns(tx, loaded, versionCount)
  const positions = await selectPositions(tx, sheet)
  const restoredSheet: SheetRow = {
    ...sheet,
    row_count: positions.length,
    layout: sheet.layout + 1,
    next_position: (positions.at(-1) ?? -1) + 1,
    gaps: RowOrder.stringify(RowOrder.ofPositions(positions)),
  }
  const { row_count, layout, next_position, gaps } = restoredSheet
  await updateSheetRow(tx, sheet, { row_count, layout, next_position, gaps })
  await makeReadersStale(tx, loadedAfter)
  return restoredSheet
}

async function restoreColumns(tx: Tx, loaded: LoadedSheet, versionCount: number): Promise<LoadedSheet> {
  const { sheet, columns } = loaded
  const storedCells = await countStoredCells(tx, sheet)
  const restoredColumns = (await columnsAt(tx, sheet, versionCount)).map(
    (column): SheetColumnRow => ({ ...column, stored_cells: storedCells.get(column.number) ?? 0 }),
  )
  const ids = new Set(restoredColumns.map(({ id }) => id))
  for (const column of columns.filter(({ id }) => !ids.has(id))) {
    await preserveColumn(tx, sheet, column)
    await removeColumn(tx, column)
    await replaceReferences(tx, column, null, [])
  }
  const loadedAfter = withColumnsChanged(loaded, (all) => [
    ...all.filter((column) => column.sheet !== sheet.number),
    ...restoredColumns,
  ])
  for (const column of restoredColumns) {
    const currentColumn = columns.find(({ id }) => id === column.id) ?? null
    if (currentColumn && currentColumn.since <= versionCount)
      await updateColumnRow(tx, column, { stored_cells: column.stored_cells })
    else await saveColumn(tx, loadedAfter, column.id, currentColumn)
  }
  return loadedAfter
}
