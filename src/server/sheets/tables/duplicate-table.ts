import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../../engine/refusal.ts'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import type { SheetRow, TableRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import type { ScoringPort, SheetPorts } from '../ports.ts'
import { getTable } from '../storage/get-table.ts'
import { type LoadedSheet, loadForChange } from '../storage/load-sheet.ts'
import { presentTableDetail } from '../storage/present.ts'
import { selectSheetsOf } from '../storage/sheet-queries.ts'
import { insertTable, selectTitlesBeginning } from '../storage/table-queries.ts'
import { copiedColumns, insertCopies, newColumnIds } from './copy-columns.ts'
import { copyRowsAndCells } from './duplicate-sheet.ts'

/** Maximum rows of a table, because one transaction copies it, which blocks all other writes on SQLite. */
const maxRows = 200_000

export const duplicateTable =
  ({ scoring }: SheetPorts): Handler<'duplicateTable'> =>
  async ({ store, now }, { caller, params, body }) =>
    store.transact(async (tx) => {
      const { workspace } = caller
      const time = now()
      const table = await getTable(tx, workspace, params.table_id)
      const sheets = await selectSheetsOf(tx, workspace, [table.id])
      if (sheets.reduce((sum, { row_count }) => sum + row_count, 0) > maxRows)
        throw new Refusal('bad_request', `A table with more than ${maxRows} rows is copied sheet by sheet.`)
      const similarTitles = await selectTitlesBeginning(tx, workspace, table.title)
      const copy: TableRow = {
        ...table,
        id: randomUUIDv7(),
        title: body.title ?? unusedTitle(table.title, similarTitles),
        created_at: time,
        updated_at: time,
      }
      await insertTable(tx, copy)
      const loaded: LoadedSheet[] = []
      for (const { id: sheet_id } of sheets.toSorted((a, b) => a.number - b.number))
        loaded.push(await loadForChange(tx, workspace, { table_id: table.id, sheet_id }, time))
      const copies = new Map<LoadedSheet, SheetRow>()
      for (const original of loaded) {
        const { title, sheet_index: index } = original.sheet
        copies.set(
          original,
          await copyRowsAndCells(store, tx, original.sheet, { table: copy, title, index, time }),
        )
      }
      await copyColumns(tx, scoring, copies)
      return { success: true as const, table: presentTableDetail(copy, inOrder([...copies.values()])) }
    })

/** Copies the columns of all sheets together, so that mirrors between them show the copies. */
async function copyColumns(
  tx: Tx,
  scoring: ScoringPort,
  copies: ReadonlyMap<LoadedSheet, SheetRow>,
): Promise<void> {
  const sheetIds = [...copies].map(([{ sheet }, copy]) => [sheet.id, copy.id] as const)
  const ids = new Map([...newColumnIds([...copies.keys()].flatMap(({ columns }) => columns)), ...sheetIds])
  const columns = []
  for (const [loaded, copy] of copies) columns.push(...(await copiedColumns(tx, loaded, copy, ids)))
  const all = { sheets: [...copies.values()], columns }
  for (const [loaded, copy] of copies) {
    await insertCopies(tx, loaded, copy, all)
    await scoring.copy(tx, loaded, copy, ids)
  }
}

const inOrder = (sheets: readonly SheetRow[]): SheetRow[] =>
  sheets.toSorted((a, b) => a.sheet_index - b.sheet_index)
