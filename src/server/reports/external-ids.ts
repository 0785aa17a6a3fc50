import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { findReport } from './report-queries.ts'

const operations = externalIdOperations(
  'report',
  async (db, workspace, id) => (await findReport(db, workspace, id))?.deleted_at === null,
)

export const attachReportExternalId: Handler<'attachReportExternalId'> = (
  context,
  { caller, params, body },
) => operations.attach(context, caller, params.report_id, body)

export const listReportExternalIds: Handler<'listReportExternalIds'> = (context, { caller, params }) =>
  operations.list(context, caller, params.report_id)

export const detachReportExternalId: Handler<'detachReportExternalId'> = (context, { caller, params }) =>
  operations.detach(context, caller, params.report_id, {
    source: params.source,
    external_id: params.external_id,
  })
