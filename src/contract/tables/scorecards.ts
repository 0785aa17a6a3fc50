import { z } from 'zod'
import { primitives } from '../../engine/sheet/scorecard/step.ts'
import {
  boundedList,
  cleanText,
  defineEndpoint,
  standardErrors,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { ScorecardCalculationId, SheetId, sheetPath, uuid, uuidOf } from './fields.ts'

const tags = ['scorecards'] as const
const scorecardPath = `${sheetPath}/scorecard`
const table_id = '0190a0b0-0000-7000-8000-000000000001'
const sheet_id = '0190a0b0-0000-7000-8000-000000000002'
const calculation_id = '0190a0b0-0000-7000-8000-000000000006'

const open = z.record(z.string(), z.unknown())
const verdicts = ['pass', 'warn', 'fail', 'error', 'skipped'] as const
const verdictOrNull = z.literal([...verdicts, null])
const calculationStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
const evidenceMode = z.literal(['summary', 'raw', 'hidden', null])

export const StaleState = z
  .object({
    is_stale: z.boolean(),
    reasons: z.array(z.string()),
    stale_step_ids: z.array(uuid),
    stale_row_indices: z.array(z.int()),
  })
  .meta({ id: 'TableSheetScorecardStaleState' })

const Aggregation = z
  .object({
    method: z.string(),
    required_step_failure_behavior: z.enum(['fail', 'warn', 'error']),
    pass_threshold: z.number(),
    warn_threshold: z.number(),
  })
  .meta({ id: 'TableSheetScorecardAggregation' })

const Step = z
  .object({
    id: uuid,
    title: z.string(),
    primitive_type: z.enum(primitives),
    source_column_ids: z.array(z.string()),
    weight: z.number(),
    required: z.boolean(),
    thresholds: z.object({ pass: z.number(), warn: z.number() }),
    primitive_config: open,
    score_adapter: open.nullable(),
    description: z.string().nullable(),
    target_column_id: uuid.nullable(),
    evidence_mode: evidenceMode,
    order_index: z.int(),
    backing_column_id: uuid.nullable(),
    config_hash: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TableSheetScorecardStep' })

export const Scorecard = z
  .object({
    id: uuid,
    workspace_id: z.int(),
    smart_table_id: uuid,
    sheet_id: uuid,
    name: z.string(),
    evaluated_column_ids: z.array(z.string()),
    aggregation: Aggregation,
    display_config: open.nullable(),
    baseline_config: open.nullable(),
    status: z.enum(['needs_setup', 'ready', 'queued', 'running', 'completed', 'stale', 'failed']),
    stale_state: StaleState.nullable(),
    latest_calculation_id: uuid.nullable(),
    config_hash: z.string(),
    steps: z.array(Step),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'TableSheetScorecard' })

export const Calculation = z
  .object({
    id: uuid,
    scorecard_id: uuid,
    workspace_id: z.int(),
    sheet_id: uuid,
    sheet_revision: z.string(),
    status: calculationStatus,
    aggregate_score: z.number().nullable(),
    aggregate_verdict: verdictOrNull,
    criterion_summaries: open,
    drift_summary: open.nullable(),
    config_hash: z.string(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    error_summary: z.string().nullable(),
  })
  .meta({ id: 'TableSheetScorecardCalculation' })

const Progress = z.object({
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

export const readScorecard = defineEndpoint({
  id: 'getTableSheetScorecard',
  method: 'get',
  path: scorecardPath,
  summary: 'Read the scorecard of a sheet with its latest calculation and how far that has come',
  tags,
  auth: 'header',
  params: SheetId,
  success: {
    200: z
      .object({
        success: z.literal(true),
        scorecard: Scorecard.nullable(),
        latest_calculation: Calculation.nullable(),
        display_calculation: Calculation.nullable(),
        criterion_summaries: open.nullable(),
        drift_summary: open.nullable(),
        progress: Progress.nullable(),
      })
      .meta({ id: 'TableSheetScorecardGetResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id } },
})

const SentStep = z.looseObject({
  id: z.guid().toLowerCase().nullish(),
  title: cleanText.min(1).max(255),
  primitive_type: z.enum(primitives),
  source_column_ids: boundedList(cleanText.max(255), 1000).nullish(),
  weight: z.number().nullish(),
  required: z.boolean().nullish(),
  thresholds: z.record(z.string(), z.number().nullable()).nullish(),
  primitive_config: open.nullish(),
  score_adapter: open.nullish(),
  description: cleanText.max(10_000).nullish(),
  target_column_id: uuidOf('column').nullish(),
  evidence_mode: evidenceMode.optional(),
  order_index: z.int().nullish(),
  backing_column_id: z.guid().nullish(),
  config_hash: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
})

export const configureScorecard = defineEndpoint({
  id: 'configureTableSheetScorecard',
  method: 'patch',
  path: scorecardPath,
  summary: 'Create the scorecard of a sheet, or replace what it says',
  tags,
  auth: 'header',
  params: SheetId,
  body: z.looseObject({
    name: cleanText.min(1).max(255),
    evaluated_column_ids: boundedList(cleanText.max(255), 1000).default([]),
    steps: boundedList(SentStep, 100).default([]),
    aggregation: open,
    display_config: open.nullish(),
    baseline_config: open.nullish(),
  }),
  success: {
    200: z
      .object({ success: z.literal(true), scorecard: Scorecard, version: z.int() })
      .meta({ id: 'ConfigureTableSheetScorecardResponse' }),
  },
  errors: standardErrors,
  example: {
    params: { table_id, sheet_id },
    body: {
      name: 'Quality',
      aggregation: {
        method: 'weighted_mean',
        required_step_failure_behavior: 'fail',
        pass_threshold: 0.8,
        warn_threshold: 0.6,
      },
      steps: [
        {
          title: 'Code answers true',
          primitive_type: 'CODE_EXECUTION',
          primitive_config: { code: 'return true', language: 'JAVASCRIPT' },
        },
      ],
    },
  },
})

export const deleteScorecard = defineEndpoint({
  id: 'deleteTableSheetScorecard',
  method: 'delete',
  path: scorecardPath,
  summary: 'Delete the scorecard of a sheet; the score configuration stays',
  tags,
  auth: 'header',
  params: SheetId,
  success: { 200: z.object({ success: z.literal(true) }).meta({ id: 'DeleteTableSheetScorecardResponse' }) },
  errors: standardErrors,
  example: { params: { table_id, sheet_id } },
})

export const migrateScore = defineEndpoint({
  id: 'migrateLegacyTableSheetScoreToScorecard',
  method: 'post',
  path: `${scorecardPath}/migrate-legacy-score`,
  summary: 'Make scorecard steps of the score configuration',
  tags,
  auth: 'header',
  params: SheetId,
  body: z
    .looseObject({ delete_legacy_score: z.boolean().default(false) })
    .default({ delete_legacy_score: false }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        scorecard: Scorecard.nullable(),
        converted_count: z.int(),
        skipped: z.array(z.object({ reason: z.string(), score_type: z.string().nullable() })),
        legacy_score_deleted: z.boolean(),
        version: z.int(),
      })
      .meta({ id: 'MigrateLegacyTableSheetScoreResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id }, body: { delete_legacy_score: false } },
})

/** Rows and steps that are meant; without either, all. */
const Scope = z
  .looseObject({
    row_indices: boundedList(z.int().min(0), 10_000).nullish(),
    step_ids: boundedList(uuidOf('scorecard-step'), 100).nullish(),
  })
  .default({})

export const recalculateScorecard = defineEndpoint({
  id: 'recalculateTableSheetScorecard',
  method: 'post',
  path: `${scorecardPath}/recalculate`,
  summary: 'Calculate the scorecard, over all rows or some; the others keep results that still fit',
  tags,
  auth: 'header',
  params: SheetId,
  body: Scope,
  success: {
    202: z
      .object({
        success: z.literal(true),
        calculation_id: uuid,
        status: calculationStatus,
        version: z.int(),
      })
      .meta({ id: 'RecalculateTableSheetScorecardResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id }, body: {} },
})

export const cancelScorecard = defineEndpoint({
  id: 'cancelTableSheetScorecard',
  method: 'post',
  path: `${scorecardPath}/cancel`,
  summary: 'Cancel the latest calculation that is under way, or its work on some rows or steps',
  tags,
  auth: 'header',
  params: SheetId,
  body: Scope,
  success: {
    200: z
      .object({
        success: z.literal(true),
        message: z.string(),
        scorecard: z.object({ id: uuid }),
        cancelled_count: z.int(),
        execution_ids: z.array(z.string()),
        calculation_id: uuid.nullable(),
      })
      .meta({ id: 'CancelTableSheetScorecardResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id }, body: {} },
})

export const readScorecardCalculation = defineEndpoint({
  id: 'getTableSheetScorecardCalculation',
  method: 'get',
  path: `${scorecardPath}/calculations/{calculation_id}`,
  summary: 'Read one calculation of the scorecard',
  tags,
  auth: 'header',
  params: ScorecardCalculationId,
  success: {
    200: z
      .object({
        success: z.literal(true),
        calculation: Calculation,
        criterion_summaries: open.nullable(),
        drift_summary: open.nullable(),
      })
      .meta({ id: 'GetTableSheetScorecardCalculationResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id, calculation_id } },
})

const ofCalculation = z.guid().toLowerCase().meta({ entity: 'scorecard-calculation' }).optional()

const RowSummary = z
  .object({
    row_index: z.int(),
    aggregate_score: z.number().nullable(),
    aggregate_verdict: verdictOrNull,
    drift_summary: open.nullable(),
    stale_state: open.nullable(),
    error_summary: z.string().nullable(),
  })
  .meta({ id: 'TableSheetScorecardRowSummary' })

export const listScorecardRows = defineEndpoint({
  id: 'listTableSheetScorecardRows',
  method: 'get',
  path: `${scorecardPath}/rows`,
  summary: 'List what the rows came to, of the latest calculation unless told',
  tags,
  auth: 'header',
  params: SheetId,
  query: z.object({
    calculation_id: ofCalculation,
    verdict: z.enum(verdicts).optional(),
    cursor: textInteger({ minimum: 0 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(50),
  }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        calculation_id: uuid.nullable(),
        rows: z.array(RowSummary),
        next_cursor: z.int().nullable(),
        verdict_counts: z.record(z.string(), z.int()),
      })
      .meta({ id: 'ListTableSheetScorecardRowsResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id } },
})

export const readScorecardRow = defineEndpoint({
  id: 'getTableSheetScorecardRow',
  method: 'get',
  path: `${scorecardPath}/rows/{row_index}`,
  summary: 'Read what each step says of one row, with its evidence',
  tags,
  auth: 'header',
  params: SheetId.extend({ row_index: textInteger({ minimum: 0 }) }),
  query: z.object({ calculation_id: ofCalculation }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        id: uuid,
        calculation_id: uuid,
        scorecard_id: uuid,
        sheet_id: uuid,
        row_index: z.int(),
        aggregate_score: z.number().nullable(),
        aggregate_verdict: verdictOrNull,
        step_results: open,
        drift_summary: open.nullable(),
        stale_state: open.nullable(),
        error_summary: z.string().nullable(),
        config_hash: z.string().nullable(),
        input_hash: z.string().nullable(),
        computed_at: timestamp.nullable(),
      })
      .meta({ id: 'GetTableSheetScorecardRowResponse' }),
  },
  errors: standardErrors,
  example: { params: { table_id, sheet_id, row_index: 0 } },
})
