import { z } from 'zod'
import { maxRowValues } from '../../engine/limits.ts'
import {
  answer,
  boundedList,
  cleanText,
  endpointsOf,
  forecastFigures,
  named,
  numberRange,
  textInteger,
} from '../kit/index.ts'
import { Budget } from '../models/running.ts'
import { Cell, SheetId, sheet_id, sheetPath, table_id, uuid, uuidOf, wireStates } from './fields.ts'

const define = endpointsOf({ tags: ['cells'] })
const sheet = { table_id, sheet_id }

/** Older clients write the states in lower case. */
const state = z
  .string()
  .max(20)
  .toUpperCase()
  .pipe(z.enum(wireStates))
  .meta({ wire: { type: 'string', enum: wireStates } })

const statusCounts = z.record(z.string(), z.int())

const Operation = named('TableSheetOperation', {
  operation_id: z.string(),
  operation: z.enum(['recalculate']),
  status: z.string(),
  status_counts: statusCounts,
  cell_count: z.int(),
  completed_count: z.int(),
  failed_count: z.int(),
  pending_count: z.int(),
  status_url: z.string(),
  execution_id: z.string(),
  message: z.string().nullable(),
  call_count: z.int(),
  /** US dollars of the calls of written cells, without calls of unknown price. */
  cost: z.number(),
  /** Calls without a known price; `cost` leaves them out. */
  unpriced_call_count: z.int(),
})

const Queued = answer('CreateTableSheetOperationQueuedResponse', {
  operation: z.enum(['recalculate']),
  operation_id: z.string(),
  execution_id: z.string(),
  execution_ids: z.array(z.string()),
  cell_count: z.int(),
  version: z.int(),
  status_url: z.string(),
  virtual_cell_count: z.int(),
  cells: z.array(Cell),
})

const NothingQueued = answer('CreateTableSheetOperationNoopResponse', {
  cell_count: z.literal(0),
  virtual_cell_count: z.int(),
  cells: z.array(Cell),
})

const Confirmation = named('CreateTableSheetOperationConfirmationResponse', {
  success: z.literal(false),
  requires_confirmation: z.literal(true),
  confirmation_token: z.string(),
  affected_cell_count: z.int(),
  message: z.string(),
})

const Created = z
  .union([Queued, NothingQueued, Confirmation])
  .meta({ id: 'CreateTableSheetOperationResponse' })

/** Rows that one call can list; a call without rows means all rows. */
const maxRows = 100_000

const selection = {
  column_ids: z.array(uuidOf('column')).max(999).nullish(),
  row_ids: z.array(z.int().min(0)).max(maxRows).nullish(),
  statuses: boundedList(state, 100).nullish(),
}

export const createOperation = define({
  id: 'createTableSheetOperation',
  post: `${sheetPath}/operations`,
  summary: 'Compute the stale cells, or the cells of selected states, columns and rows',
  params: SheetId,
  body: z.object({
    operation: z.enum(['recalculate']).default('recalculate'),
    ...selection,
    confirmation_token: cleanText.max(2048).nullish(),
    budget: Budget.nullish(),
  }),
  success: { 202: Created, 200: Created },
  valueLimit: maxRowValues,
  example: { params: sheet, body: { statuses: ['STALE', 'FAILED'] } },
})

const ColumnForecast = named('TableSheetColumnForecast', {
  column_id: uuid,
  title: z.string(),
  type: z.string(),
  cells: z.int(),
  basis: z
    .enum(['cells', 'requests', 'texts', 'nothing'])
    .describe(
      'Basis of the figures: cells of this column, logged requests of its prompt, an estimate from the texts of ' +
        'its first rows, or nothing',
    ),
  basis_count: z.int(),
  ...forecastFigures,
  seconds: numberRange.nullable(),
})

const TimeBound = named('TableSheetForecastTimeBound', {
  model: z.string().nullable().describe('Null if the model is not known before the run'),
  by: z.enum(['concurrent_calls', 'requests_per_second', 'tokens_per_second']),
  limit: z.number(),
  is_learned: z.boolean().describe('False until the provider has refused calls'),
})

export const forecastOperation = define({
  id: 'forecast_table_sheet_operation',
  post: `${sheetPath}/operations/forecast`,
  summary: 'Forecast the calls, tokens, cost and time of a run',
  description:
    'Takes the body of a recalculation and starts nothing. `columns` has the columns that call a model, ' +
    'an address or code; the others cost only time of this machine. Figures come from cells of the ' +
    'column computed before, such as a sample of a few rows, or else from logged requests of its prompt. ' +
    'A column of the evaluator model that never ran is estimated from the texts of its first rows, at four ' +
    'characters a token; its time stays null. ' +
    'They are ranges that hold the true value in about 19 of 20 cases. Unknown figures are null, have ' +
    'their reason in `unknown`, and are left out of `total`. Unchanged inputs and cached answers make a ' +
    'run cheaper than its forecast. `seconds` follow from the limits that the models are held to now; ' +
    '`time_bound` names the one that takes the longest.',
  role: 'viewer',
  audited: false,
  params: SheetId,
  body: z.object(selection),
  success: {
    200: answer('ForecastTableSheetOperationResponse', {
      cell_count: z.int(),
      requires_confirmation: z.boolean(),
      columns: z.array(ColumnForecast),
      total: z.object({ ...forecastFigures, seconds: numberRange.nullable() }),
      /** Cells that this server computes itself; the figures leave them out. */
      local: z.object({ cells: z.int(), code_cells: z.int() }),
      unknown: z.array(z.object({ column_id: uuid, title: z.string(), reason: z.string() })),
      /** Concurrent calls assumed for `seconds`. */
      concurrency: z.int(),
      time_bound: TimeBound.nullable().describe('Null if one row takes longer than all limits'),
    }),
  },
  valueLimit: maxRowValues,
  example: { params: sheet, body: { statuses: ['STALE', 'FAILED'] } },
})

export const readModelLimits = define({
  id: 'read_table_sheet_model_limits',
  get: `${sheetPath}/model-limits`,
  summary: 'Read the limits that hold back the model calls of a sheet',
  description:
    'Models of its columns that have refused calls: how many requests and tokens a second they took last, ' +
    'and how long they asked Galley to pause.',
  params: SheetId,
  success: {
    200: answer('ReadTableSheetModelLimitsResponse', {
      models: z.array(
        z.object({
          provider: z.string(),
          model: z.string().nullable(),
          /** Null: no refusal so far. */
          requests_per_second: z.number().nullable(),
          tokens_per_second: z.number().nullable(),
          /** Seconds until the next call; 0: none. */
          pause_seconds: z.number(),
        }),
      ),
    }),
  },
  example: { params: sheet },
})

export const listOperations = define({
  id: 'listTableSheetOperations',
  get: `${sheetPath}/operations`,
  summary: 'List the operations under way in a sheet, and its newest run',
  params: SheetId,
  success: {
    200: answer('ListTableSheetOperationsResponse', {
      sheet_id: uuid,
      version: z.int(),
      total_cells: z.int(),
      status_counts: statusCounts,
      pending_count: z.int(),
      active_operations: z.array(Operation),
      /** The newest run, also after its end; null without a run. */
      latest_operation: Operation.nullable(),
    }),
  },
  example: { params: sheet },
})

const OperationId = SheetId.extend({
  operation_id: cleanText.min(1).max(255).meta({ entity: 'sheet-operation' }),
})
const operation = { ...sheet, operation_id: '0190a0b0-0000-7000-8000-000000000005' }

export const readOperation = define({
  id: 'getTableSheetOperationStatus',
  get: `${sheetPath}/operations/{operation_id}`,
  summary: 'Read the progress of an operation',
  params: OperationId,
  success: { 200: answer('GetTableSheetOperationResponse', { operation: Operation }) },
  example: { params: operation },
})

/** A query parameter that may be repeated. */
const repeatable = <S extends z.ZodType>(item: S) =>
  z.preprocess(
    (value) => (Array.isArray(value) || value === undefined ? value : [value]),
    z.array(item).max(1000).optional(),
  )

export const cancelOperation = define({
  id: 'cancelTableSheetOperation',
  delete: `${sheetPath}/operations/{operation_id}`,
  summary: 'Cancel an operation, or its work in some columns and rows',
  params: OperationId,
  query: z.object({
    column_ids: repeatable(z.guid().toLowerCase()).meta({
      wire: { type: 'array', maxItems: 1000, items: { type: 'string' } },
    }),
    row_ids: repeatable(textInteger({ minimum: 0 })).meta({
      wire: { type: 'array', maxItems: 1000, items: { type: 'integer' } },
    }),
  }),
  success: {
    200: answer('CancelTableSheetOperationResponse', {
      message: z.string(),
      operation_id: z.string(),
      execution_ids: z.array(z.string()),
      cancelled_cell_count: z.int(),
      not_started_reset_count: z.int(),
      running_invalidated_count: z.int(),
    }),
  },
  example: { params: operation },
})
