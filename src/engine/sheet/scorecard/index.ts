/** Steps of a scorecard, verdicts of rows and sheets, drift, staleness, migration. */

export { type AggregateResult, AggregateStep } from './aggregate-step.ts'
export { checkStepInput } from './check-step-input.ts'
export {
  type Drift,
  driftOf,
  driftSummary,
  type Measured,
  type MeasuredCalculation,
} from './drift.ts'
export { type EvidenceMode, evidenceFor } from './evidence.ts'
export { type LegacyColumn, migrateScore, type SkippedScore } from './migrate.ts'
export { readStep, type StepInput, scorecardHash } from './read-step.ts'
export { type RowResult, rowResult } from './row-result.ts'
export {
  SheetCalculation,
  type SheetResult,
} from './sheet-result.ts'
export { staleState } from './staleness.ts'
export {
  type Aggregation,
  type Primitive,
  readAggregation,
  type Step,
  type Thresholds,
  type Verdict,
} from './step.ts'
export { type StepOutcome, type StepResult, stepResult } from './step-result.ts'
export { type AggregateTask, type StepTask, stepTask } from './task.ts'
export { checkTools } from './tool-rules.ts'
