import type { Handler } from '../../http/handler.ts'
import { noImport } from '../absent.ts'
import { findImport, findSheetOfImport } from './import-queries.ts'
import { presentImport } from './present-import.ts'
import { endImport } from './run-import.ts'

export const readSheetImport: Handler<'readSheetImport'> = async ({ store }, { caller, params }) => {
  const key = { table_id: params.table_id.toLowerCase(), id: params.operation_id }
  const row = await findImport(store.db, caller.workspace, key)
  if (!row) throw noImport()
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
    const found = await findImport(tx, workspace, key)
    if (!found) throw noImport()
    await jobs.cancel(tx, workspace, found.run)
    await endImport(context, tx, workspace, key, 'It was cancelled.')
    return (await findImport(tx, workspace, key))!
  })
  jobs.cancelled(row.run)
  return {
    success: true as const,
    operation: presentImport(row, await findSheetOfImport(store.db, row)),
  }
}
