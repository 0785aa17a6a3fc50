import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import { deletedPage } from '../http/deleted-page.ts'
import type { Handler } from '../http/handler.ts'
import { findReport, selectDeletedReports, updateReport } from './report-queries.ts'

export const listDeletedReports: Handler<'listDeletedReports'> = async (
  { store, now },
  { caller, query },
) => {
  const { deleted: reports, has_more } = await deletedPage(
    now(),
    query,
    (search) => selectDeletedReports(store.scan, caller.workspace, search),
    ({ id, name, is_blueprint }) => ({ id, name, is_blueprint: is_blueprint === 1 }),
  )
  return { success: true as const, reports, has_more }
}

export const restoreReport: Handler<'restoreReport'> = async ({ store, now }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    const time = now()
    const report = await findReport(tx, workspace, params.report_id)
    if (!report || (report.deleted_at !== null && report.deleted_at < time - restorableMilliseconds))
      throw new Refusal('not_found', 'No report with this id was archived in the last 30 days.')
    const { id, name, deleted_at } = report
    if (deleted_at !== null) {
      await updateReport(tx, report, { deleted_at: null, updated_at: time })
      await showMappingsOf(tx, workspace, { kind: 'report', id })
    }
    return { success: true as const, report: { id, name } }
  })
}
