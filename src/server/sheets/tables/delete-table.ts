import { restorableMilliseconds } from '../../../engine/restorable.ts'
import { deletedRows, type SheetRow, type Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { listDeleted } from '../../http/list-deleted.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { SheetPorts } from '../ports.ts'
import { noTable } from '../storage/absent.ts'
import { selectMirrors } from '../storage/column-queries.ts'
import { loadForChange } from '../storage/load-sheet.ts'
import { deleteSheetsOf, restoreSheetsOf, selectSheetsOf } from '../storage/sheet-queries.ts'
import { changeTable, lockAnyTable, restoreTableRow } from '../storage/table-queries.ts'
import { lockTable } from './add-sheet.ts'
import { makeReadersStale } from './make-readers-stale.ts'

export const deleteTable =
  ({ runs, imports }: SheetPorts): Handler<'deleteTable'> =>
  async (context, { caller, params }) => {
    const { store, jobs, now } = context
    const { workspace } = caller
    const id = params.table_id.toLowerCase()
    const { affectedSheets, stopped } = await store.transact(async (tx) => {
      const time = now()
      const stopped = []
      // Lock order: jobs, then table and sheets.
      for (const sheet of await selectSheetsOf(tx, workspace, [id]))
        stopped.push(await runs.stop(context, tx, sheet), await imports.stop(context, tx, sheet))
      await lockTable(tx, workspace, id, time)
      const affectedSheets = await makeReadersOfTableStale(tx, workspace, id, time)
      await changeTable(tx, workspace, id, { deleted_at: time, updated_at: time })
      await deleteSheetsOf(tx, workspace, id, time)
      for (const work of stopped) await work.end('The table was deleted.')
      return { affectedSheets, stopped }
    })
    for (const run of stopped.flatMap((work) => work.runs)) jobs.cancelled(run)
    await runs.recheck(context, affectedSheets)
    return { success: true as const, message: 'The table was deleted.' }
  }

export const listDeletedTables = listDeleted('tables', deletedRows('tables'), ({ id, title }) => ({
  id,
  title,
}))

export const restoreTable =
  ({ runs }: SheetPorts): Handler<'restoreTable'> =>
  async (context, { caller, params }) => {
    const { store, now } = context
    const { workspace } = caller
    const id = params.table_id.toLowerCase()
    const { table, affectedSheets } = await store.transact(async (tx) => {
      const time = now()
      // The lock serializes concurrent restorations, so the table is read after it.
      const table = await lockAnyTable(tx, workspace, id)
      if (!table) throw noTable()
      const { deleted_at: deletedAt } = table
      if (deletedAt === null) return { table, affectedSheets: [] }
      if (deletedAt < time - restorableMilliseconds) throw noTable()
      await restoreTableRow(tx, workspace, id, time)
      const sheets = await restoreSheetsOf(tx, workspace, id, deletedAt, time)
      for (const sheet of sheets) await runs.resetStopped(context, tx, sheet, deletedAt)
      return { table, affectedSheets: await makeReadersOfTableStale(tx, workspace, id, time) }
    })
    await runs.recheck(context, affectedSheets)
    return { success: true as const, table: { id: table.id, title: table.title } }
  }

/** Makes cells stale in other tables that mirror sheets of this table. Returns the affected sheets. */
async function makeReadersOfTableStale(tx: Tx, workspace: WorkspaceId, table: string, time: number) {
  const sheets = await selectSheetsOf(tx, workspace, [table])
  if (sheets.length === 0) return []
  const ownSheets = new Set(sheets.map(({ number }) => number))
  const mirrors = await selectMirrors(tx, workspace, [...ownSheets])
  const mirroredSheets = new Set(
    mirrors.filter(({ sheet }) => !ownSheets.has(sheet)).map((mirror) => mirror.source_sheet),
  )
  const affectedSheets: SheetRow[] = []
  for (const { id, number } of sheets.toSorted((a, b) => a.number - b.number)) {
    if (!mirroredSheets.has(number)) continue
    const loaded = await loadForChange(tx, workspace, { table_id: table, sheet_id: id }, time)
    await makeReadersStale(tx, loaded)
    affectedSheets.push(...loaded.sheets.values())
  }
  return affectedSheets
}
