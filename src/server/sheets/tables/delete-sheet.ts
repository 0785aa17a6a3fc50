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
    const { reached, stopped } = await store.transact(async (tx) => {
      const time = now()
      const found = await getSheet(tx, workspace, params)
      // Lock order: jobs, then table and sheets.
      const stopped = [await runs.stop(context, tx, found), await imports.stop(context, tx, found)]
      await changeTable(tx, workspace, params.table_id.toLowerCase(), { updated_at: time })
      const loaded = await loadForChange(tx, workspace, params, time)
      const { sheet } = loaded
      await makeReadersStale(tx, loaded)
      await updateSheetRow(tx, sheet, { deleted_at: time })
      const others = await selectSheetsOf(tx, workspace, [sheet.table_id])
      for (const [place, other] of others.entries())
        if (other.sheet_index !== place) await updateSheetRow(tx, other, { sheet_index: place })
      for (const work of stopped) await work.end('The sheet was deleted.')
      return { reached: loaded.sheets.values(), stopped }
    })
    for (const run of stopped.flatMap((work) => work.runs)) jobs.cancelled(run)
    await runs.recheck(context, reached)
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
    const { sheet, reached } = await store.transact(async (tx) => {
      const time = now()
      const found = await findAnySheet(tx, workspace, id)
      const table = found && (await lockAnyTable(tx, workspace, found.table_id))
      // Behind the lock, two restorations at once see the sheet one after the other.
      const deleted = await findAnySheet(tx, workspace, id)
      if (!table || !deleted) throw noSheet()
      const { deleted_at: deletedAt } = deleted
      if (deletedAt === null) return { sheet: deleted, reached: [] }
      if (deletedAt < time - restorableMilliseconds) throw noSheet()
      if (table.deleted_at !== null)
        throw new Refusal('conflict', 'The table of this sheet is deleted too: restore the table first.')
      await changeTable(tx, workspace, deleted.table_id, { updated_at: time })
      const others = await selectSheetsOf(tx, workspace, [deleted.table_id])
      await updateSheetRow(tx, deleted, { deleted_at: null, updated_at: time, sheet_index: others.length })
      const address = { table_id: deleted.table_id, sheet_id: id }
      const loaded = await loadForChange(tx, workspace, address, time)
      await makeReadersStale(tx, loaded)
      await runs.resetStopped(context, tx, loaded.sheet, deletedAt)
      return { sheet: loaded.sheet, reached: loaded.sheets.values() }
    })
    await runs.recheck(context, reached)
    const { table_id, title } = sheet
    return { success: true as const, sheet: { id, table_id, title } }
  }
