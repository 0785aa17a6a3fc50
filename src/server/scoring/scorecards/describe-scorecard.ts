import { readAggregation, type Verdict } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { ScorecardCalculationRow, ScorecardRow } from '../../db/index.ts'
import { isoTime, timesOf } from '../../http/iso-time.ts'
import { isUnderWay, type LoadedSheet } from '../../sheets/storage/index.ts'
import { latestCalculation, latestCompleted } from './calculation-queries.ts'
import { coverageOfCalculation } from './coverage.ts'
import { type PresentedStaleState, staleStateOf } from './staleness.ts'
import { parseSteps, type StoredStep, stepOf } from './stored-step.ts'

type Status = 'needs_setup' | 'ready' | 'queued' | 'running' | 'completed' | 'stale' | 'failed'

export async function describeScorecard(context: Context, loaded: LoadedSheet, scorecard: ScorecardRow) {
  const { store } = context
  const latest = (await latestCalculation(store.db, scorecard)) ?? null
  const display =
    latest?.status === 'completed' ? latest : ((await latestCompleted(store.db, scorecard)) ?? null)
  // While a calculation runs, its status is shown, so the rows are not checked: each poll would scan them.
  const isWaiting = latest !== null && isUnderWay(latest)
  const stale = display && !isWaiting ? await staleStateOf(context, loaded, scorecard, display) : null
  const steps = parseSteps(scorecard.steps)
  return {
    latest,
    display,
    scorecard: presentScorecard(
      loaded,
      scorecard,
      steps,
      latest,
      stale,
      statusOf(steps, latest, display, stale),
    ),
  }
}

function statusOf(
  steps: readonly StoredStep[],
  latest: ScorecardCalculationRow | null,
  display: ScorecardCalculationRow | null,
  stale: PresentedStaleState | null,
): Status {
  if (latest?.status === 'queued' || latest?.status === 'running') return latest.status
  if (steps.length === 0) return 'needs_setup'
  if (latest?.status === 'failed') return 'failed'
  if (!display) return 'ready'
  return stale?.is_stale ? 'stale' : 'completed'
}

function presentScorecard(
  { sheet }: LoadedSheet,
  row: ScorecardRow,
  steps: readonly StoredStep[],
  latest: ScorecardCalculationRow | null,
  stale_state: PresentedStaleState | null,
  status: Status,
) {
  const { method, requiredStepFailure, thresholds } = readAggregation(parseObject(row.aggregation)!)
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    smart_table_id: sheet.table_id,
    sheet_id: sheet.id,
    name: row.name,
    evaluated_column_ids: JSON.parse(row.evaluated_column_ids) as string[],
    aggregation: {
      method,
      required_step_failure_behavior: requiredStepFailure,
      pass_threshold: thresholds.pass,
      warn_threshold: thresholds.warn,
    },
    display_config: parseObject(row.display_config),
    baseline_config: parseObject(row.baseline_config),
    status,
    stale_state,
    latest_calculation_id: latest?.id ?? null,
    config_hash: row.config_hash,
    steps: steps.map(presentStep),
    ...timesOf(row),
  }
}

const presentStep = (step: StoredStep, index: number) => ({
  id: step.id,
  title: step.title,
  primitive_type: step.primitive_type,
  source_column_ids: [...step.source_column_ids],
  weight: step.weight,
  required: step.required,
  thresholds: { pass: step.thresholds.pass, warn: step.thresholds.warn },
  primitive_config: step.primitive_config,
  score_adapter: step.score_adapter,
  description: step.description,
  target_column_id: step.target_column_id,
  evidence_mode: step.evidence_mode,
  order_index: index,
  backing_column_id: null,
  config_hash: stepOf(step, index).configHash,
  ...timesOf(step),
})

type JsonObject = Record<string, unknown>

export const parseObject = (text: string | null): JsonObject | null =>
  text === null ? null : (JSON.parse(text) as JsonObject)

export function presentCalculation({ sheet }: LoadedSheet, row: ScorecardCalculationRow) {
  return {
    id: row.id,
    scorecard_id: row.scorecard_id,
    workspace_id: row.workspace_id,
    sheet_id: sheet.id,
    sheet_revision: String(row.sheet_revision),
    status: row.status,
    aggregate_score: row.aggregate_score,
    aggregate_verdict: row.aggregate_verdict as Verdict | null,
    coverage: coverageOfCalculation(row),
    criterion_summaries: parseObject(row.criteria) ?? {},
    drift_summary: parseObject(row.drift),
    config_hash: row.config_hash,
    started_at: row.started_at === null ? null : isoTime(row.started_at),
    completed_at: row.completed_at === null ? null : isoTime(row.completed_at),
    error_summary: row.error,
  }
}

const meanSoFar = ({ score_sum, score_count }: ScorecardCalculationRow): number | null =>
  score_count === 0 ? null : score_sum / score_count

export const progressOf = (row: ScorecardCalculationRow) => ({
  scored_rows: row.scored_rows,
  total_rows: row.total_rows,
  // A completed calculation has the sheet's score. Before that, this is the mean of the rows up to now.
  partial_score: row.status === 'completed' ? row.aggregate_score : meanSoFar(row),
  passed_rows: row.pass_rows,
  warned_rows: row.warn_rows,
  failed_rows: row.fail_rows,
  error_rows: row.error_rows,
  skipped_rows: row.skipped_rows,
  queued_rows: isUnderWay(row) ? Math.max(0, row.total_rows - row.scored_rows) : 0,
})
