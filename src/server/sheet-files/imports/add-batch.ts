import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../engine/columns/json.ts'
import { rowsAdded } from '../../../engine/sheet/index.ts'
import { chunksOf, type EachText, eachText, joinedTexts, type Tx } from '../../db/index.ts'
import { Pace } from '../../pace.ts'
import {
  appendRows,
  type LoadedSheet,
  maxRows,
  recordPart,
  runEffects,
  updateSheetRow,
} from '../../sheets/index.ts'
import { ensureColumns } from './ensure-columns.ts'
import { ImportFailure } from './import-failure.ts'
import type { Batch } from './source.ts'

/** Rows in stored form, for columns with these numbers. */
export interface WrittenRows {
  readonly columns: readonly number[]
  readonly texts: EachText
}

/** Rows serialized without a pause. */
const rowsAtOnce = 100

/** Serializes in slices and before the transaction, which blocks all other writes. */
export async function writeRows(columns: readonly number[], rows: Batch['rows']): Promise<WrittenRows> {
  const keys = columns.map((number) => `${JSON.stringify(String(number))}:`)
  const pace = new Pace()
  const pieces: EachText[] = []
  for (const some of chunksOf(rows, rowsAtOnce)) {
    await pace.pause()
    pieces.push(eachText(some.map((row) => [textsOf(keys, row)])))
  }
  return { columns, texts: joinedTexts(pieces) }
}

/** Appends rows to the sheet. `written` has them for the columns that the import used so far. */
export async function addBatch(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  sheetBefore: LoadedSheet,
  { titles, rows }: Batch,
  written: WrittenRows,
  operation: string,
) {
  const { loaded, columns } = await ensureColumns(tx, sheetBefore, titles, written.columns, operation)
  const { sheet, graph } = loaded
  const rowCount = sheet.row_count + rows.length
  refuseTooManyRows(rowCount)
  const numbers = columns.map(({ number }) => number)
  const { texts } = isDeepStrictEqual(numbers, written.columns) ? written : await writeRows(numbers, rows)
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

function textsOf(keys: readonly string[], row: readonly Json[]): string {
  let text = ''
  for (const [index, value] of row.entries())
    if (value !== null) text += `${text === '' ? '' : ','}${keys[index]}${JSON.stringify(value)}`
  return `{${text}}`
}
