import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { deletedRows, restoreRow } from '../db/index.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'

export const listDeletedReports = listDeleted(
  'reports',
  deletedRows('reports'),
  ({ id, name, is_blueprint }) => ({ id, name, is_blueprint: is_blueprint === 1 }),
)

export const restoreReport: Handler<'restoreReport'> = async ({ store, now }, { caller, params }) => {
  const { workspace } = caller
  const id = params.report_id
  return store.transact(async (tx) => {
    const time = now()
    const since = time - restorableMilliseconds
    const report = await restoreRow(tx, 'reports', workspace, id, { since, now: time })
    if (!report) throw new Refusal('not_found', 'No report with this id was archived in the last 30 days.')
    await showMappingsOf(tx, workspace, { kind: 'report', id })
    return { success: true as const, report }
  })
}
