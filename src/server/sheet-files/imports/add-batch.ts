import type { Json } from '../../../engine/columns/json.ts'
import { rowsAdded } from '../../../engine/sheet/index.ts'
import type { SheetRowRow, Tx } from '../../db/index.ts'
import {
  insertRows,
  type LoadedSheet,
  mostRows,
  notePart,
  runEffects,
  updateSheetRow,
} from '../../sheets/index.ts'
import { ensureColumns } from './ensure-columns.ts'
import { ImportFailure } from './import-failure.ts'
import type { Batch } from './source.ts'

/** Adds rows at the end of the sheet. */
export async function addBatch(
  tx: Tx,
  sheetBefore: LoadedSheet,
  batch: Batch,
  { id, columns: known }: { readonly id: string; readonly columns: readonly number[] },
) {
  const { loaded, columns } = await ensureColumns(tx, sheetBefore, batch.titles, known, id)
  const { sheet, graph } = loaded
  const count = batch.rows.length
  const rowCount = sheet.row_count + count
  refuseTooManyRows(rowCount)
  const keys = columns.map(({ number }) => `${JSON.stringify(String(number))}:`)
  const rows = batch.rows.map(
    (row, place): SheetRowRow => ({
      workspace_id: sheet.workspace_id,
      sheet: sheet.number,
      id: sheet.next_row_id + place,
      position: sheet.next_position + place,
      texts: textsOf(keys, row),
      since: sheet.version_count,
      updated_at: sheet.updated_at,
    }),
  )
  await insertRows(tx, rows)
  await updateSheetRow(tx, sheet, {
    row_count: rowCount,
    next_row_id: sheet.next_row_id + count,
    next_position: sheet.next_position + count,
  })
  await runEffects(tx, loaded, rowsAdded(graph, sheet.id, sheet.row_count, rowCount), sheet.updated_at)
  await notePart(tx, sheet, 'rows')
}

export function refuseTooManyRows(rowCount: number) {
  if (rowCount > mostRows)
    throw new ImportFailure(`The sheet would have ${rowCount} rows; a sheet has at most ${mostRows}.`)
}

function textsOf(keys: readonly string[], row: readonly Json[]): string {
  let text = ''
  for (const [place, value] of row.entries())
    if (value !== null) text += `${text === '' ? '' : ','}${keys[place]}${JSON.stringify(value)}`
  return `{${text}}`
}
