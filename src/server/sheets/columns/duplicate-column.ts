import { randomUUIDv7 } from 'node:crypto'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import type { SheetColumnRow, SheetRow, Tx } from '../../db/index.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { updateColumnRow } from '../storage/column-queries.ts'
import { dependenciesIn } from '../storage/column-types.ts'
import { copyCells, saveTexts } from '../storage/copy-queries.ts'
import { preserveRows } from '../storage/history-queries.ts'
import { type LoadedSheet, loadForChange } from '../storage/load-sheet.ts'
import { presentColumn } from '../storage/present.ts'
import { selectRowsFrom } from '../storage/row-queries.ts'
import { saveVersion } from '../storage/save-version.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'
import { parseTexts, withText } from '../storage/values.ts'
import { refuseTooManyColumns } from './columns.ts'
import { addColumn } from './create-column.ts'
import { getColumn } from './update-column.ts'

export const duplicateColumn: Handler<'duplicateColumn'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const { workspace } = caller
    const loaded = await loadForChange(tx, workspace, params, now())
    refuseTooManyColumns(loaded)
    const { sheet, columns, graph } = loaded
    const source = getColumn(loaded, params.column_id)
    const titles = columns.map(({ title }) => title)
    const row: SheetColumnRow = {
      ...source,
      number: sheet.next_column_number,
      id: randomUUIDv7(),
      title: body.title ?? unusedTitle(source.title, titles),
      position_rank: rankBehind(loaded, source),
      is_output_column: 0,
      stored_cells: 0,
      created_at: sheet.updated_at,
      updated_at: sheet.updated_at,
    }
    const { column } = await addColumn(tx, workspace, loaded, row, dependenciesIn(source))
    if (graph.find(source.id)!.kind === 'input') await copyTexts(tx, sheet, source.number, column.number)
    else {
      const numbers = { from: source.number, to: column.number }
      await updateColumnRow(tx, column, { stored_cells: await copyCells(tx, sheet, sheet, numbers) })
    }
    await updateSheetRow(tx, sheet, { next_column_number: sheet.next_column_number + 1 })
    await saveVersion(
      tx,
      sheet,
      null,
      { reason: 'column_created', column_id: column.id },
      nameOf(caller.actor),
    )
    return { success: true as const, column: presentColumn(column, sheet), version: sheet.version_count }
  })

function rankBehind({ columns }: LoadedSheet, { id, position_rank }: SheetColumnRow): number {
  const next = columns[columns.findIndex((column) => column.id === id) + 1]
  return next ? (position_rank + next.position_rank) / 2 : position_rank + 1
}

const rowsPerPage = 1000

async function copyTexts(tx: Tx, sheet: SheetRow, from: number, to: number) {
  for (let position = 0; ; ) {
    const rows = await selectRowsFrom(tx, sheet, position, 'asc', rowsPerPage)
    const changed = rows.flatMap((row) => {
      const texts = parseTexts(row.texts)
      const value = texts[from]
      if (value === undefined) return []
      const copied = JSON.stringify(withText(texts, to, value))
      return [{ ...row, texts: copied, since: sheet.version_count, updated_at: sheet.updated_at }]
    })
    await preserveRows(tx, sheet, { ids: changed.map(({ id }) => id) })
    await saveTexts(tx, changed)
    if (rows.length < rowsPerPage) return
    position = rows.at(-1)!.position + 1
  }
}
