import { z } from 'zod'
import { answer, boundedList, endpointsOf, named, textInteger, timestamp } from '../kit/index.ts'
import { ScorecardCalculationId, SheetId, sheet_id, table_id, uuid, uuidOf } from './fields.ts'
import {
  Calculation,
  calculation_id,
  calculationStatus,
  openObject,
  scorecardPath,
  verdictOrNull,
  verdicts,
} from './scorecard-fields.ts'

const define = endpointsOf({ tags: ['scorecards'] })

/** Selects rows and steps; all rows and steps if neither is sent. */
const Scope = z
  .looseObject({
    row_indices: boundedList(z.int().min(0), 10_000).nullish(),
    step_ids: boundedList(uuidOf('scorecard-step'), 100).nullish(),
  })
  .default({})

export const recalculateScorecard = define({
  id: 'recalculateTableSheetScorecard',
  post: `${scorecardPath}/recalculate`,
  summary: 'Calculate the scorecard over all rows or some; other rows keep results that are still valid',
  params: SheetId,
  body: Scope,
  success: {
    202: answer('RecalculateTableSheetScorecardResponse', {
      calculation_id: uuid,
      status: calculationStatus,
      version: z.int(),
    }),
  },
  example: { params: { table_id, sheet_id }, body: {} },
})

export const cancelScorecard = define({
  id: 'cancelTableSheetScorecard',
  post: `${scorecardPath}/cancel`,
  summary: 'Cancel the latest calculation under way, or its work on some rows or steps',
  params: SheetId,
  body: Scope,
  success: {
    200: answer('CancelTableSheetScorecardResponse', {
      message: z.string(),
      scorecard: z.object({ id: uuid }),
      cancelled_count: z.int(),
      execution_ids: z.array(z.string()),
      calculation_id: uuid.nullable(),
    }),
  },
  example: { params: { table_id, sheet_id }, body: {} },
})

export const readScorecardCalculation = define({
  id: 'getTableSheetScorecardCalculation',
  get: `${scorecardPath}/calculations/{calculation_id}`,
  summary: 'Read one calculation of the scorecard',
  params: ScorecardCalculationId,
  success: {
    200: answer('GetTableSheetScorecardCalculationResponse', {
      calculation: Calculation,
      criterion_summaries: openObject.nullable(),
      drift_summary: openObject.nullable(),
    }),
  },
  example: { params: { table_id, sheet_id, calculation_id } },
})

const calculationId = z.guid().toLowerCase().meta({ entity: 'scorecard-calculation' }).optional()

const RowSummary = named('TableSheetScorecardRowSummary', {
  row_index: z.int(),
  aggregate_score: z.number().nullable(),
  aggregate_verdict: verdictOrNull,
  drift_summary: openObject.nullable(),
  stale_state: openObject.nullable(),
  error_summary: z.string().nullable(),
})

export const listScorecardRows = define({
  id: 'listTableSheetScorecardRows',
  get: `${scorecardPath}/rows`,
  summary: 'List the row results of a calculation; by default of the latest one',
  params: SheetId,
  query: z.object({
    calculation_id: calculationId,
    verdict: z.enum(verdicts).optional(),
    cursor: textInteger({ minimum: 0 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 100 }).default(50),
  }),
  success: {
    200: answer('ListTableSheetScorecardRowsResponse', {
      calculation_id: uuid.nullable(),
      rows: z.array(RowSummary),
      next_cursor: z.int().nullable(),
      verdict_counts: z.record(z.string(), z.int()),
    }),
  },
  example: { params: { table_id, sheet_id } },
})

export const readScorecardRow = define({
  id: 'getTableSheetScorecardRow',
  get: `${scorecardPath}/rows/{row_index}`,
  summary: 'Read the result of each step for one row, with its evidence',
  params: SheetId.extend({ row_index: textInteger({ minimum: 0 }) }),
  query: z.object({ calculation_id: calculationId }),
  success: {
    200: answer('GetTableSheetScorecardRowResponse', {
      id: uuid,
      calculation_id: uuid,
      scorecard_id: uuid,
      sheet_id: uuid,
      row_index: z.int(),
      aggregate_score: z.number().nullable(),
      aggregate_verdict: verdictOrNull,
      step_results: openObject,
      drift_summary: openObject.nullable(),
      stale_state: openObject.nullable(),
      error_summary: z.string().nullable(),
      config_hash: z.string().nullable(),
      input_hash: z.string().nullable(),
      computed_at: timestamp.nullable(),
    }),
  },
  example: { params: { table_id, sheet_id, row_index: 0 } },
})
