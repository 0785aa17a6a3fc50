import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { getSheet } from '../../sheets/storage/index.ts'
import { presentStart } from './import-file.ts'
import { findSheetOfImport } from './import-queries.ts'
import { readPlan } from './request-log-plan.ts'
import { earlierImport, retryDuplicate, startImport } from './start-import.ts'

export const importRequestLogs: Handler<'importRequestLogs'> = async (context, { caller, params, body }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const plan = await readPlan(store, workspace, body)
  const row = await retryDuplicate(store, () =>
    store.transact(async (tx) => {
      const sheet = await getSheet(tx, workspace, params)
      const options = {
        table: sheet.table_id,
        operation: body.operation_id,
        author: nameOf(caller.actor),
        source: 'request_logs',
        fileName: null,
        file: null,
        plan,
        request: ['request_logs', sheet.id, plan],
      } as const
      const earlier = await earlierImport(tx, workspace, options)
      return earlier ?? startImport(context, tx, sheet, options, false, now())
    }),
  )
  jobs.wake()
  return presentStart(row, await findSheetOfImport(store.db, row))
}
