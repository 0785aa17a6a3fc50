/** Legacy reports: computing a row from left to right, scoring a run, and the migration to a scorecard. */

export { type MigratedScore, migrateReportScore } from './migrate.ts'
export {
  inputsOf,
  missingSource,
  planRow,
  type ReportCell,
  type ReportColumn,
  type RowPlan,
  rowOf,
} from './row-plan.ts'
export {
  customScoreOf,
  noRows,
  type ReportScore,
  ReportTally,
  unscored,
} from './score.ts'
