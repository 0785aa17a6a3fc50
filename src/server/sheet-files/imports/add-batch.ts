import { isDeepStrictEqual } from 'node:util'
import { rowsAdded } from '../../../engine/sheet/index.ts'
import type { Tx } from '../../db/index.ts'
import { maxRows } from '../../sheets/index.ts'
import { type LoadedSheet, recordPart, runEffects, updateSheetRow } from '../../sheets/storage/index.ts'
import { ensureColumns, type Importing } from './ensure-columns.ts'
import { ImportFailure } from './import-failure.ts'
import { appendRows } from './import-queries.ts'
import { type SerializedRows, serializeRows } from './serialize-rows.ts'
import type { Batch } from './source.ts'

/** Appends rows to the sheet. `serialized` has their texts for the columns of the import. */
export async function addBatch(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  sheetBefore: LoadedSheet,
  { titles, rows }: Batch,
  serialized: SerializedRows,
  importing: Importing,
) {
  const { loaded, columns } = await ensureColumns(tx, sheetBefore, titles, serialized.columns, importing)
  const { sheet, graph } = loaded
  const rowCount = sheet.row_count + rows.length
  refuseTooManyRows(rowCount)
  const numbers = columns.map(({ number }) => number)
  const { texts } = isDeepStrictEqual(numbers, serialized.columns)
    ? serialized
    : await serializeRows(numbers, rows)
  await appendRows(tx, dialect, sheet, texts)
  await updateSheetRow(tx, sheet, {
    row_count: rowCount,
    next_row_id: sheet.next_row_id + rows.length,
    next_position: sheet.next_position + rows.length,
  })
  await runEffects(tx, loaded, rowsAdded(graph, sheet.id, sheet.row_count, rowCount), sheet.updated_at)
  await recordPart(tx, sheet, 'rows')
}

export function refuseTooManyRows(rowCount: number) {
  if (rowCount > maxRows)
    throw new ImportFailure(`The sheet would have ${rowCount} rows; a sheet has at most ${maxRows}.`)
}
