import type { Handler } from '../../http/handler.ts'
import { readCursor } from '../storage/cursor.ts'
import { getTable } from '../storage/get-table.ts'
import { getSheet, loadForChange } from '../storage/load-sheet.ts'
import { pageOf } from '../storage/page.ts'
import { presentSheet } from '../storage/present.ts'
import { recordPart } from '../storage/record-changes.ts'
import { selectSheetsOf, updateSheetRow } from '../storage/sheet-queries.ts'
import { changeTable } from '../storage/table-queries.ts'
import { moveSheet } from './move-sheet.ts'
import { sheetsRunning } from './prompt-filter.ts'

export const listSheets: Handler<'listSheets'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const table = await getTable(store.db, workspace, params.table_id)
  const { order, limit, prompt_id, prompt_version_id, prompt_label_id } = query
  const scope = ['sheets', table.id, order, prompt_id, prompt_version_id, prompt_label_id]
  const after = readCursor(scope, query.cursor)
  const running = await sheetsRunning(store.scan, workspace, query)
  const sheets = await selectSheetsOf(store.db, workspace, [table.id])
  const selected = sheets.filter(({ number }) => running === undefined || running.includes(number))
  const ordered = order === 'asc' ? selected : selected.toReversed()
  const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  return pageOf(
    ordered.slice(from, from + limit + 1),
    limit,
    scope,
    ({ id }) => id,
    (sheet) => presentSheet(sheet, sheets.indexOf(sheet)),
  )
}

export const readSheet: Handler<'readSheet'> = async ({ store }, { caller, params }) => ({
  success: true as const,
  sheet: presentSheet(await getSheet(store.db, caller.workspace, params)),
})

export const updateSheet: Handler<'updateSheet'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const { workspace } = caller
    const time = now()
    await changeTable(tx, workspace, params.table_id.toLowerCase(), { updated_at: time })
    const { sheet } = await loadForChange(tx, workspace, params, time)
    const title = body.title ?? sheet.title
    if (title !== sheet.title) await updateSheetRow(tx, sheet, { title })
    const sheets = await selectSheetsOf(tx, workspace, [sheet.table_id])
    const index =
      body.index == null ? sheet.sheet_index : await moveSheet(tx, sheets, sheet.number, body.index)
    await recordPart(tx, sheet, 'sheet')
    const changed = { ...sheet, title, sheet_index: index }
    return { success: true as const, sheet: presentSheet(changed), version: sheet.version_count }
  })
