import { externalIdOperations } from '../external-ids/index.ts'
import { findReport } from './report-queries.ts'

export const {
  attach: attachReportExternalId,
  list: listReportExternalIds,
  detach: detachReportExternalId,
} = externalIdOperations({
  kind: 'report',
  param: 'report_id',
  find: async (db, workspace, id: number) => {
    const report = await findReport(db, workspace, id)
    return report?.deleted_at === null ? report : undefined
  },
})
