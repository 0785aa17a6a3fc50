import { z } from 'zod'
import { maxFields } from '../../engine/limits.ts'
import { maxScoringCode } from '../../engine/sheet/score/configuration.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  cleanText,
  endpointsOf,
  named,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id, uuid, uuidOf } from './fields.ts'

const define = endpointsOf({ tags: ['scores'] })
const scorePath = `${sheetPath}/score`

const openObject = boundedRecord(z.unknown(), maxFields)
const scoreTypes = ['auto', 'boolean', 'numeric', 'custom'] as const
const workStatuses = ['queued', 'running', 'completed', 'failed'] as const

/** The 95 % confidence interval of the true value. */
export const Interval = named('ConfidenceInterval', {
  low: z.number(),
  high: z.number(),
  method: z.enum(['wilson', 'adjusted', 'bootstrap', 'normal']),
})

/** Share of the sheet that the score covers. */
export const ScoreCoverage = named('ScoreCoverage', {
  scored_rows: z.int().describe('Rows whose value counts in the score'),
  total_rows: z.int(),
  failed_cells: z
    .int()
    .describe('Failed cells of the scored columns: 0 in a share of true, left out of a mean of numbers'),
  missing_cells: z
    .int()
    .describe('Other cells left out: stale, without a value, or with a value of another kind'),
})

const ScoreColumn = named('TableSheetScoreColumn', {
  column_id: uuid,
  title: z.string(),
  score: z.number().nullable(),
  included_count: z.int(),
  excluded_count: z.int(),
  failed_count: z.int().nullable(),
  resolved_scoring_type: z.literal([...scoreTypes, null]),
})

const MatrixCell = z.union([
  z.number(),
  z.string(),
  z.null(),
  z.object({ value: z.unknown(), positive_metric: z.boolean().nullable() }),
])

const SheetScore = answer('TableSheetScoreResponse', {
  sheet_id: uuid,
  scoring_type: z.literal([...scoreTypes, 'scorecard', null]),
  columns: z.array(ScoreColumn),
  aggregate_score: z.number().nullable(),
  total_rows: z.int(),
  scored_rows: z.int(),
  excluded_rows: z.int(),
  coverage: ScoreCoverage.nullable().describe(
    'Null for custom code, and for scores calculated by an earlier release',
  ),
  calculated_at: timestamp.nullable(),
  score_matrix: z.array(z.array(MatrixCell)).nullable(),
  score_matrix_metrics: z
    .array(z.object({ key: z.string(), label: z.string(), positive_metric: z.boolean().nullable() }))
    .nullable(),
  status: z.literal([...workStatuses, null]),
  score_calculation_error: z.string().nullable(),
  has_custom_scoring: z.boolean(),
  score_configuration: z.object({ score_type: z.enum(scoreTypes), score_config: openObject }).nullable(),
  score_type: z.enum(['none', 'single_column', 'multi_column', 'custom', 'scorecard']),
  overall_score: z.number().nullable(),
  details: openObject.describe(
    'Without a configuration, `displaced_columns` has the checks that do not count because other columns have ' +
      '`is_output_column`.',
  ),
  aggregate: openObject,
  per_column: openObject,
})

export const readSheetScore = define({
  id: 'getTableSheetScore',
  get: scorePath,
  summary: 'Read the score of a sheet; without a configuration, the score of its suitable columns',
  params: SheetId,
  success: { 200: SheetScore },
  example: { params: { table_id, sheet_id } },
})

const texts = boundedList(cleanText.max(255), 1000).nullish()

export const configureSheetScore = define({
  id: 'configureTableSheetScore',
  patch: scorePath,
  summary: 'Configure the score of the sheet without calculating it',
  params: SheetId,
  body: z.looseObject({
    score_type: z.enum(scoreTypes).nullish(),
    score_config: openObject.nullish(),
    column_ids: boundedList(uuidOf('column'), 1000).nullish(),
    column_names: texts,
    code: z.string().min(1).max(maxScoringCode).nullish(),
    code_language: z.enum(['PYTHON', 'JAVASCRIPT']).default('PYTHON'),
    true_values: texts,
    false_values: texts,
    assertion_aggregation: z.enum(['all', 'any', 'mean']).nullish(),
  }),
  success: {
    200: answer('ConfigureTableSheetScoreResponse', {
      message: z.string(),
      score_configuration_id: uuid,
      status: z.string().nullable(),
      requires_recalculation: z.boolean(),
      version: z.int(),
    }),
  },
  example: { params: { table_id, sheet_id }, body: { score_type: 'boolean', true_values: ['good'] } },
})

export const recalculateSheetScore = define({
  id: 'recalculateTableSheetScore',
  post: scorePath,
  summary: 'Calculate the score; if the sheet has a scorecard, calculate only that',
  params: SheetId,
  success: {
    202: z
      .union([
        z.object({
          success: z.literal(true),
          score_configuration_id: uuid,
          status: z.literal([...workStatuses, null]),
          version: z.int(),
        }),
        z.object({
          success: z.literal(true),
          score_source: z.literal('scorecard'),
          calculation_id: uuid,
          status: z.enum(workStatuses),
          version: z.int(),
        }),
      ])
      .meta({ id: 'RecalculateTableSheetScoreResponse' }),
  },
  example: { params: { table_id, sheet_id } },
})

const ScorePoint = named('TableSheetScorePoint', {
  calculation_id: uuid,
  source: z.enum(['score', 'scorecard']),
  score: z.number().nullable(),
  verdict: z.string().nullable(),
  sheet_revision: z.string(),
  version_id: uuid.nullable(),
  version_number: z.int().nullable(),
  version_name: z.string().nullable(),
  calculated_at: timestamp,
})

const resolution = z.enum(['auto', 'raw', 'min_max_bucket'])

export const readScoreHistory = define({
  id: 'getTableSheetVersionScoreHistory',
  get: `${sheetPath}/versions/score-history`,
  summary: 'List the earlier scores of the sheet',
  params: SheetId,
  query: z.object({
    max_points: textInteger({ minimum: 50, maximum: 5000 }).default(1200),
    range: z.enum(['all', 'last_25', 'last_50', 'last_100', 'last_250']).default('all'),
    resolution: resolution.default('auto'),
  }),
  success: {
    200: answer('TableSheetScoreHistoryResponse', {
      score_history: z.object({
        points: z.array(ScorePoint),
        total_points: z.int(),
        returned_points: z.int(),
        resolution,
        range: z.string(),
        max_points: z.int(),
        is_sampled: z.boolean(),
      }),
    }),
  },
  example: { params: { table_id, sheet_id } },
})

const ColumnStatistics = named('TableSheetColumnStatistics', {
  column_id: uuid,
  title: z.string(),
  resolved_scoring_type: z.enum(['boolean', 'numeric']).nullable(),
  included_count: z.int(),
  excluded_count: z.int(),
  failed_count: z.int(),
  success_count: z.int().nullable(),
  mean: z.number().nullable(),
  standard_deviation: z.number().nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  confidence_interval: Interval.nullable(),
})

export const readScoreStatistics = define({
  id: 'get_table_sheet_score_statistics',
  get: `${scorePath}/statistics`,
  summary: 'Read counts, means and 95 % confidence intervals of the scored columns',
  params: SheetId,
  success: {
    200: answer('TableSheetScoreStatisticsResponse', {
      version: z.int(),
      row_count: z.int(),
      columns: z.array(ColumnStatistics),
    }),
  },
  example: { params: { table_id, sheet_id } },
})
