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
  type ReportScore,
  ReportTally,
  type ScorableColumn,
  unscored,
} from './score.ts'
