import { z } from 'zod'
import { primitives } from '../../engine/sheet/scorecard/step.ts'
import { answer, boundedList, boundedRecord, cleanText, endpointsOf } from '../kit/index.ts'
import { SheetId, sheet_id, table_id, uuidOf } from './fields.ts'
import {
  Calculation,
  evidenceMode,
  openObject,
  Progress,
  Scorecard,
  scorecardPath,
} from './scorecard-fields.ts'

const define = endpointsOf({ tags: ['scorecards'] })

export const readScorecard = define({
  id: 'getTableSheetScorecard',
  get: scorecardPath,
  summary: 'Read the scorecard of a sheet, with its latest calculation and the progress of that',
  params: SheetId,
  success: {
    200: answer('TableSheetScorecardGetResponse', {
      scorecard: Scorecard.nullable(),
      latest_calculation: Calculation.nullable(),
      display_calculation: Calculation.nullable(),
      criterion_summaries: openObject.nullable(),
      drift_summary: openObject.nullable(),
      progress: Progress.nullable(),
    }),
  },
  example: { params: { table_id, sheet_id } },
})

const StepInput = z.looseObject({
  id: z.guid().toLowerCase().nullish(),
  title: cleanText.min(1).max(255),
  primitive_type: z.enum(primitives),
  source_column_ids: boundedList(cleanText.max(255), 1000).nullish(),
  weight: z.number().nullish(),
  required: z.boolean().nullish(),
  thresholds: boundedRecord(z.number().nullable(), 100).nullish(),
  primitive_config: openObject.nullish(),
  score_adapter: openObject.nullish(),
  description: cleanText.max(10_000).nullish(),
  target_column_id: uuidOf('column').nullish(),
  evidence_mode: evidenceMode.optional(),
  order_index: z.int().nullish(),
  backing_column_id: z.guid().nullish(),
  config_hash: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
})

export const configureScorecard = define({
  id: 'configureTableSheetScorecard',
  patch: scorecardPath,
  summary: 'Create or replace the scorecard of a sheet',
  params: SheetId,
  body: z.looseObject({
    name: cleanText.min(1).max(255),
    evaluated_column_ids: boundedList(cleanText.max(255), 1000).default([]),
    steps: boundedList(StepInput, 100).default([]),
    aggregation: openObject,
    display_config: openObject.nullish(),
    baseline_config: openObject.nullish(),
  }),
  success: {
    200: answer('ConfigureTableSheetScorecardResponse', { scorecard: Scorecard, version: z.int() }),
  },
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

export const deleteScorecard = define({
  id: 'deleteTableSheetScorecard',
  delete: scorecardPath,
  summary: 'Delete the scorecard of a sheet; the score configuration stays',
  params: SheetId,
  success: { 200: answer('DeleteTableSheetScorecardResponse', {}) },
  example: { params: { table_id, sheet_id } },
})

export const migrateScore = define({
  id: 'migrateLegacyTableSheetScoreToScorecard',
  post: `${scorecardPath}/migrate-legacy-score`,
  summary: 'Make scorecard steps from the score configuration',
  params: SheetId,
  body: z
    .looseObject({ delete_legacy_score: z.boolean().default(false) })
    .default({ delete_legacy_score: false }),
  success: {
    200: answer('MigrateLegacyTableSheetScoreResponse', {
      scorecard: Scorecard.nullable(),
      converted_count: z.int(),
      skipped: z.array(z.object({ reason: z.string(), score_type: z.string().nullable() })),
      legacy_score_deleted: z.boolean(),
      version: z.int(),
    }),
  },
  example: { params: { table_id, sheet_id }, body: { delete_legacy_score: false } },
})
