/** Legacy evaluations: pipelines, their runs and scores, and their migration to tables. */

import type { Context } from '../context.ts'
import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import { addReportColumn, deleteReportColumn, editReportColumn } from './change-columns.ts'
import { createReport } from './create-report.ts'
import { forecastReport } from './forecast-report.ts'
import { listEvaluations } from './list-evaluations.ts'
import { listEvaluationRows } from './list-rows.ts'
import {
  cancelReport,
  deleteReport,
  deleteReportsByName,
  renameReport,
  updateReportScoreCard,
} from './manage-reports.ts'
import { migrateReport } from './migrate-report.ts'
import { readReport, readReportScore } from './read-report.ts'
import { findUnarchivedReport } from './report-queries.ts'
import { listDeletedReports, restoreReport } from './restore-report.ts'
import { computeReportRows } from './rows-job.ts'
import { runReport } from './run-report.ts'
import { scoreReports } from './score-job.ts'
import { startReports } from './start-job.ts'

export { datasetsOfReports } from './datasets-of-reports.ts'
export { reportsInFolders } from './foldered.ts'
export { migrateToTable } from './migrate-report.ts'

export const reportHandlers = {
  createReport,
  addReportColumn,
  editReportColumn,
  deleteReportColumn,
  runReport,
  forecastReport,
  migrateReport,
  cancelReport,
  readReport,
  readReportScore,
  updateReportScoreCard,
  renameReport,
  deleteReport,
  deleteReportsByName,
  listDeletedReports,
  restoreReport,
  listEvaluations,
  listEvaluationRows,
  ...handlersOfExternalIds('Report', { kind: 'report', param: 'report_id', find: findUnarchivedReport }),
} satisfies Partial<Handlers>

export const reportJobs = (context: Context): readonly JobHandler[] => [
  startReports(context),
  computeReportRows(context),
  scoreReports(context),
]
