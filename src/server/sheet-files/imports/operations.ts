import { Refusal } from '../../../engine/refusal.ts'
import type { Database, SheetImportRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { getTable } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findImport, findSheetOfImport, type ImportKey } from './import-queries.ts'
import { presentImport } from './present-import.ts'
import { endImport } from './run-import.ts'

export const readSheetImport: Handler<'readSheetImport'> = async ({ store }, { caller, params }) => {
  const key = { table_id: params.table_id.toLowerCase(), id: params.operation_id }
  const row = await getImport(store.db, caller.workspace, key)
  return {
    success: true as const,
    operation: presentImport(row, await findSheetOfImport(store.db, row)),
  }
}

export const cancelSheetImport: Handler<'cancelSheetImport'> = async (context, { caller, params }) => {
  const { store, jobs } = context
  const { workspace } = caller
  const key = { table_id: params.table_id.toLowerCase(), id: params.operation_id }
  const row = await store.transact(async (tx) => {
    const { run } = await getImport(tx, workspace, key)
    await jobs.cancel(tx, workspace, run)
    await endImport(context, tx, workspace, key, 'It was cancelled.')
    return (await findImport(tx, workspace, key))!
  })
  jobs.cancelled(row.run)
  return {
    success: true as const,
    operation: presentImport(row, await findSheetOfImport(store.db, row)),
  }
}

/** Finds an import. @throws Refusal if the import or its table does not exist. */
async function getImport(db: Database | Tx, workspace: WorkspaceId, key: ImportKey): Promise<SheetImportRow> {
  await getTable(db, workspace, key.table_id)
  const row = await findImport(db, workspace, key)
  if (!row) throw new Refusal('not_found', 'There is no such import.')
  return row
}
