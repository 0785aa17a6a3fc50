import type { Endpoints, SuccessBody } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { noReport } from './absent.ts'
import { countRunning } from './cell-queries.ts'
import { selectColumns } from './column-queries.ts'
import { isComputed } from './columns-of.ts'
import { presentColumn, presentProgress, presentReport } from './present.ts'
import { findReport } from './report-queries.ts'

type Score = Exclude<SuccessBody<Endpoints['readReportScore']>, null>['score']

export const readReport: Handler<'readReport'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  const report = await findReport(store.db, workspace, params.report_id)
  if (!report) throw noReport()
  const columns = await selectColumns(store.db, workspace, report.id)
  const running = (await countRunning(store.db, workspace, [report.id])).get(report.id) ?? 0
  return {
    success: true as const,
    message: 'This is the report.',
    report: presentReport(report),
    ...presentProgress(report, columns.filter(isComputed).length, running),
    report_columns: columns.map(presentColumn),
  }
}

export const readReportScore: Handler<'readReportScore'> = async ({ store }, { caller, params }) => {
  const report = await findReport(store.db, caller.workspace, params.report_id)
  if (!report) throw noReport()
  if (report.is_blueprint === 1)
    throw new Refusal('bad_request', 'The report is a pipeline; its runs have scores.')
  const score: Score =
    report.score === null
      ? {
          overall_score: null,
          score_type: 'none',
          has_custom_scoring: report.score_configuration !== null,
          details: { message: report.score_error ?? 'The report has not been scored yet.' },
        }
      : (JSON.parse(report.score) as Score)
  return { success: true as const, message: 'This is the score.', score }
}
