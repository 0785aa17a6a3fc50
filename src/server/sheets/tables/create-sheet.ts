import { randomUUIDv7 } from 'node:crypto'
import type { Endpoints } from '../../../contract/index.ts'
import type { Context } from '../../context.ts'
import type { SheetRow, Store, TableRow, Tx } from '../../db/index.ts'
import type { Call } from '../../http/handler.ts'
import { noTable } from '../storage/absent.ts'
import { insertColumns } from '../storage/column-queries.ts'
import { presentSheet } from '../storage/present.ts'
import { insertRows } from '../storage/row-queries.ts'
import { insertSheet, selectSheetsOf } from '../storage/sheet-queries.ts'
import { changeTable } from '../storage/table-queries.ts'
import { unusedTitle } from '../storage/titles.ts'
import { moveSheet } from './move-sheet.ts'
import { newSheet } from './new-sheet.ts'
import { takesStarterRow } from './starter-row.ts'

/** A sheet with one text column; `body.source` is ignored. */
export async function createBlankSheet(
  { store, now }: Pick<Context, 'store' | 'now'>,
  { caller, params, body, userAgent }: Call<Endpoints['createSheet']>,
) {
  return store.transact(async (tx) => {
    const time = now()
    const table = await changeTable(tx, caller.workspace, params.table_id.toLowerCase(), { updated_at: time })
    if (!table) throw noTable()
    const sheets = await selectSheetsOf(tx, caller.workspace, [table.id])
    const titles = sheets.map(({ title }) => title)
    const title = body.title ?? unusedTitle(`Sheet ${sheets.length + 1}`, titles)
    const begins = { title, index: sheets.length, withRow: takesStarterRow(userAgent) }
    const sheet = await createFilledSheet(store, tx, table, begins, time)
    const index = await moveSheet(tx, [...sheets, sheet], sheet.number, body.index ?? sheets.length)
    return { success: true as const, sheet: presentSheet(sheet, index) }
  })
}

export const createFirstSheet = (store: Store, tx: Tx, table: TableRow, userAgent: string, time: number) =>
  createFilledSheet(
    store,
    tx,
    table,
    { title: 'Sheet 1', index: 0, withRow: takesStarterRow(userAgent) },
    time,
  )

interface Beginning {
  readonly title: string
  readonly index: number
  readonly withRow: boolean
}

/** With one text column and, for most clients, one row. */
async function createFilledSheet(
  store: Store,
  tx: Tx,
  table: TableRow,
  { title, index, withRow }: Beginning,
  time: number,
): Promise<SheetRow> {
  const empty = await newSheet(store, tx, table, title, index, time)
  const sheet: SheetRow = {
    ...empty,
    ...(withRow && { row_count: 1, next_row_id: 2, next_position: 1 }),
    next_column_number: 2,
  }
  await insertSheet(tx, sheet)
  const { workspace_id, number, version_count } = sheet
  await insertColumns(tx, [
    {
      workspace_id,
      sheet: number,
      number: 1,
      id: randomUUIDv7(),
      title: 'Column A',
      type: 'TEXT',
      config: null,
      dependencies: '[]',
      position_rank: 1,
      is_output_column: 0,
      stored_cells: 0,
      since: version_count,
      created_at: time,
      updated_at: time,
    },
  ])
  if (!withRow) return sheet
  await insertRows(tx, [
    {
      workspace_id,
      sheet: number,
      id: 1,
      position: 0,
      texts: '{}',
      since: version_count,
      updated_at: time,
    },
  ])
  return sheet
}
