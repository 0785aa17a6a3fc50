import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { ReportRow, Tx } from '../db/index.ts'
import { releaseAll } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { noReport } from './absent.ts'
import { cancelJobs } from './cancel-jobs.ts'
import { deleteRunningCells } from './cell-queries.ts'
import { selectColumns, updateColumn } from './column-queries.ts'
import { isComputed } from './columns-of.ts'
import { enqueueScoring } from './finish.ts'
import { hasEnded, presentSummary } from './present.ts'
import { lockReport, selectLiveNamed, updateReport } from './report-queries.ts'

export const renameReport: Handler<'renameReport'> = async ({ store, now }, { caller, params, body }) => {
  const { name, tags } = body
  if (name == null && tags == null) throw new Refusal('bad_request', 'Either name or tags must be given.')
  return store.transact(async (tx) => {
    const report = await lockReport(tx, caller.workspace, params.report_id, now())
    if (!report) throw noReport()
    const change = { ...(name != null && { name }), ...(tags != null && { tags: JSON.stringify(tags) }) }
    await updateReport(tx, report, change)
    return { success: true as const, report: presentSummary({ ...report, ...change }) }
  })
}

/** Changes the score card. For a pipeline this concerns later runs; a finished run is scored again. */
export const updateReportScoreCard: Handler<'updateReportScoreCard'> = async (
  context,
  { caller, params, body },
) => {
  const { store, jobs, now } = context
  const answer = await store.transact(async (tx) => {
    const report = await lockReport(tx, caller.workspace, params.report_id, now())
    if (!report) throw noReport()
    const columns = (await selectColumns(tx, caller.workspace, report.id)).filter(isComputed)
    const unknown = body.column_names.find((name) => !columns.some((column) => column.name === name))
    if (unknown !== undefined)
      throw new Refusal('invalid', `the report computes no column "${unknown}"`, {
        loc: ['body', 'column_names'],
      })
    for (const column of columns)
      await updateColumn(tx, column, { is_part_of_score: body.column_names.includes(column.name) ? 1 : 0 })
    const { code, code_language } = body
    const score_configuration = code == null ? null : JSON.stringify({ code, code_language })
    await updateReport(tx, report, { score_configuration })
    if (report.is_blueprint === 0 && report.state === 'completed') await enqueueScoring(context, tx, report)
    return { success: true as const, report: presentSummary({ ...report, score_configuration }) }
  })
  jobs.wake()
  return answer
}

export const cancelReport: Handler<'cancelReport'> = async (context, { caller, params }) => {
  const { store, now } = context
  const report = await store.transact(async (tx) => {
    const report = await lockReport(tx, caller.workspace, params.report_id, now())
    if (!report) throw noReport()
    await stop(tx, report)
    return report
  })
  await cancelJobs(context, report)
  const message = hasEnded(report) ? 'The report had ended already.' : 'The report was cancelled.'
  return { success: true as const, message }
}

/** Ends a running report. Results of running cells are discarded. */
async function stop(tx: Tx, report: ReportRow): Promise<void> {
  if (hasEnded(report)) return
  await deleteRunningCells(tx, report)
  await updateReport(tx, report, { state: 'cancelled' })
}

export const deleteReport: Handler<'deleteReport'> = async (context, { caller, params }) => {
  const { store, now } = context
  const report = await store.transact(async (tx) => {
    const report = await lockReport(tx, caller.workspace, params.report_id, now())
    if (!report) throw noReport()
    await archive(context, tx, report)
    return report
  })
  await cancelJobs(context, report)
  return { success: true as const, message: 'The report was archived.' }
}

export const deleteReportsByName: Handler<'deleteReportsByName'> = async (context, { caller, params }) => {
  const { store } = context
  const reports = await store.transact(async (tx) => {
    const reports = await selectLiveNamed(tx, caller.workspace, params.report_name)
    if (reports.length === 0) throw noReport()
    const archived: ReportRow[] = []
    for (const { id } of reports) {
      const report = await lockReport(tx, caller.workspace, id, context.now())
      if (report) archived.push(report)
    }
    for (const report of archived) await archive(context, tx, report)
    return archived
  })
  for (const report of reports) await cancelJobs(context, report)
  return { success: true as const, message: `Reports archived: ${reports.length}.` }
}

async function archive(context: Context, tx: Tx, report: ReportRow): Promise<void> {
  const workspace = report.workspace_id as WorkspaceId
  await stop(tx, report)
  await updateReport(tx, report, { deleted_at: context.now() })
  await releaseAll(tx, workspace, 'report', [report.id])
}
