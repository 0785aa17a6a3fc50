import { Refusal } from '../../../engine/refusal.ts'
import { restorableMilliseconds } from '../../../engine/restorable.ts'
import type { Handler } from '../../http/handler.ts'
import { listDeleted } from '../../http/list-deleted.ts'
import type { SheetPorts } from '../ports.ts'
import { noSheet } from '../storage/absent.ts'
import { findAnySheet, selectDeletedSheets } from '../storage/deleted-sheet-queries.ts'
import { getSheet, loadForChange } from '../storage/load-sheet.ts'
import { selectSheetsOf, updateSheetRow } from '../storage/sheet-queries.ts'
import { changeTable, lockAnyTable } from '../storage/table-queries.ts'
import { makeReadersStale } from './make-readers-stale.ts'

export const deleteSheet =
  ({ runs, imports }: SheetPorts): Handler<'deleteSheet'> =>
  async (context, { caller, params }) => {
    const { store, jobs, now } = context
    const { workspace } = caller
    const { affectedSheets, stopped } = await store.transact(async (tx) => {
      const time = now()
      const unlockedSheet = await getSheet(tx, workspace, params)
      // Lock order: jobs, then table and sheets.
      const stopped = [
        await runs.stop(context, tx, unlockedSheet),
        await imports.stop(context, tx, unlockedSheet),
      ]
      await changeTable(tx, workspace, params.table_id.toLowerCase(), { updated_at: time })
      const loaded = await loadForChange(tx, workspace, params, time)
      const { sheet } = loaded
      await makeReadersStale(tx, loaded)
      await updateSheetRow(tx, sheet, { deleted_at: time })
      const remainingSheets = await selectSheetsOf(tx, workspace, [sheet.table_id])
      for (const [index, remainingSheet] of remainingSheets.entries())
        if (remainingSheet.sheet_index !== index)
          await updateSheetRow(tx, remainingSheet, { sheet_index: index })
      for (const work of stopped) await work.end('The sheet was deleted.')
      return { affectedSheets: loaded.sheets.values(), stopped }
    })
    for (const run of stopped.flatMap((work) => work.runs)) jobs.cancelled(run)
    await runs.recheck(context, affectedSheets)
    return { success: true as const, message: 'The sheet was deleted.' }
  }

export const listDeletedSheets = listDeleted(
  'sheets',
  selectDeletedSheets,
  ({ id, title, table_id, table_title }) => ({ id, title, table_id, table_title }),
)

/** Restores a sheet as the last one of its table. */
export const restoreSheet =
  ({ runs }: SheetPorts): Handler<'restoreSheet'> =>
  async (context, { caller, params }) => {
    const { store, now } = context
    const { workspace } = caller
    const id = params.sheet_id.toLowerCase()
    const { sheet, affectedSheets } = await store.transact(async (tx) => {
      const time = now()
      const unlockedSheet = await findAnySheet(tx, workspace, id)
      const table = unlockedSheet && (await lockAnyTable(tx, workspace, unlockedSheet.table_id))
      // The lock serializes concurrent restorations, so the sheet is read after it.
      const deleted = await findAnySheet(tx, workspace, id)
      if (!table || !deleted) throw noSheet()
      const { deleted_at: deletedAt } = deleted
      if (deletedAt === null) return { sheet: deleted, affectedSheets: [] }
      if (deletedAt < time - restorableMilliseconds) throw noSheet()
      if (table.deleted_at !== null)
        throw new Refusal('conflict', 'The table of this sheet is deleted too: restore the table first.')
      await changeTable(tx, workspace, deleted.table_id, { updated_at: time })
      const existingSheets = await selectSheetsOf(tx, workspace, [deleted.table_id])
      await updateSheetRow(tx, deleted, {
        deleted_at: null,
        updated_at: time,
        sheet_index: existingSheets.length,
      })
      const address = { table_id: deleted.table_id, sheet_id: id }
      const loaded = await loadForChange(tx, workspace, address, time)
      await makeReadersStale(tx, loaded)
      await runs.resetStopped(context, tx, loaded.sheet, deletedAt)
      return { sheet: loaded.sheet, affectedSheets: loaded.sheets.values() }
    })
    await runs.recheck(context, affectedSheets)
    const { table_id, title } = sheet
    return { success: true as const, sheet: { id, table_id, title } }
  }
