import { z } from 'zod'
import { maxFields } from '../../engine/limits.ts'
import { primitives } from '../../engine/sheet/scorecard/step.ts'
import { boundedRecord, named, times, timestamp } from '../kit/index.ts'
import { sheetPath, uuid } from './fields.ts'
import { ScoreCoverage } from './scores.ts'

export const scorecardPath = `${sheetPath}/scorecard`
export const calculation_id = '0190a0b0-0000-7000-8000-000000000006'

export const openObject = boundedRecord(z.unknown(), maxFields)
export const verdicts = ['pass', 'warn', 'fail', 'error', 'skipped'] as const
export const verdictOrNull = z.literal([...verdicts, null])
export const calculationStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
export const evidenceMode = z.literal(['summary', 'raw', 'hidden', null])

export const StaleState = named('TableSheetScorecardStaleState', {
  is_stale: z.boolean(),
  reasons: z.array(z.string()),
  stale_step_ids: z.array(uuid),
  stale_row_indices: z.array(z.int()),
})

const Aggregation = named('TableSheetScorecardAggregation', {
  method: z.string(),
  required_step_failure_behavior: z.enum(['fail', 'warn', 'error']),
  pass_threshold: z.number(),
  warn_threshold: z.number(),
})

const Step = named('TableSheetScorecardStep', {
  id: uuid,
  title: z.string(),
  primitive_type: z.enum(primitives),
  source_column_ids: z.array(z.string()),
  weight: z.number(),
  required: z.boolean(),
  thresholds: z.object({ pass: z.number(), warn: z.number() }),
  primitive_config: openObject,
  score_adapter: openObject.nullable(),
  description: z.string().nullable(),
  target_column_id: uuid.nullable(),
  evidence_mode: evidenceMode,
  order_index: z.int(),
  backing_column_id: uuid.nullable(),
  config_hash: z.string(),
  ...times,
})

export const Scorecard = named('TableSheetScorecard', {
  id: uuid,
  workspace_id: z.int(),
  smart_table_id: uuid,
  sheet_id: uuid,
  name: z.string(),
  evaluated_column_ids: z.array(z.string()),
  aggregation: Aggregation,
  display_config: openObject.nullable(),
  baseline_config: openObject.nullable(),
  status: z.enum(['needs_setup', 'ready', 'queued', 'running', 'completed', 'stale', 'failed']),
  stale_state: StaleState.nullable(),
  latest_calculation_id: uuid.nullable(),
  config_hash: z.string(),
  steps: z.array(Step),
  ...times,
})

export const Calculation = named('TableSheetScorecardCalculation', {
  id: uuid,
  scorecard_id: uuid,
  workspace_id: z.int(),
  sheet_id: uuid,
  sheet_revision: z.string(),
  status: calculationStatus,
  aggregate_score: z.number().nullable(),
  aggregate_verdict: verdictOrNull,
  coverage: ScoreCoverage.nullable().describe('Null until the calculation is completed'),
  criterion_summaries: openObject,
  drift_summary: openObject.nullable(),
  config_hash: z.string(),
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  error_summary: z.string().nullable(),
})

export const Progress = z.object({
  scored_rows: z.int(),
  total_rows: z.int(),
  partial_score: z.number().nullable(),
  passed_rows: z.int(),
  warned_rows: z.int(),
  failed_rows: z.int(),
  error_rows: z.int(),
  skipped_rows: z.int(),
  queued_rows: z.int(),
})
