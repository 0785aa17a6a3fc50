import { z } from 'zod'
import { columnTypeNames, unpublishedTypeNames } from '../../engine/columns/names.ts'
import { cleanText, type Entity, named, textInteger, timestamp } from '../kit/index.ts'

export const tablesPath = '/api/public/v2/tables'
export const sheetPath = `${tablesPath}/{table_id}/sheets/{sheet_id}`

/** Ids used in all examples. */
export const table_id = '0190a0b0-0000-7000-8000-000000000001'
export const sheet_id = '0190a0b0-0000-7000-8000-000000000002'

/** An id in a path. A text that is not a UUID gives 404. */
const uuidInPath = (entity: Entity) =>
  cleanText
    .min(1)
    .max(255)
    .meta({ entity, wire: { type: 'string', format: 'uuid' } })

/** An id in a JSON body. */
export const uuidOf = (entity: Entity) => z.guid({ abort: true }).toLowerCase().meta({ entity })

export const uuid = z.guid()

export const TableId = z.object({ table_id: uuidInPath('table') })
export const SheetId = TableId.extend({ sheet_id: uuidInPath('sheet') })
export const ColumnId = SheetId.extend({ column_id: uuidInPath('column') })
export const CellId = SheetId.extend({ cell_id: uuidInPath('cell') })
export const ComputedCellId = SheetId.extend({ cell_id: uuidInPath('computed-cell') })
export const SheetVersionId = SheetId.extend({ version_id: uuidInPath('sheet-version') })
export const ScorecardCalculationId = SheetId.extend({
  calculation_id: uuidInPath('scorecard-calculation'),
})

export const Title = cleanText.min(1).max(255)

export const order = (fallback: 'asc' | 'desc') => z.enum(['asc', 'desc']).default(fallback)
export const limit = (fallback: number) => textInteger({ minimum: 1, maximum: 100 }).default(fallback)
/** An opaque text; valid only for the same list, order and filters. */
export const cursor = cleanText.min(1).max(2048).optional()

const Pagination = named('ListPagination', {
  next_cursor: z.string().nullable(),
  prev_cursor: z.null(),
  has_more: z.boolean(),
  limit: z.int(),
})

/** Clients read either of two envelopes: the fields at the top, or `pagination`. */
export const pageOf = <S extends z.ZodType>(item: S) => ({
  success: z.literal(true),
  data: z.array(item),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
  pagination: Pagination,
  filters: z.record(z.string(), z.unknown()),
  count: z.int(),
})

export const ColumnTypeName = z
  .enum([...columnTypeNames, ...unpublishedTypeNames])
  .meta({ id: 'TableColumnType' })

const Dependency = z.object({
  column_id: z.string(),
  reference_type: z.string(),
  config_key: z.string().nullable(),
  config_meta: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
})

export const Column = named('TableColumn', {
  id: uuid,
  sheet_id: uuid,
  workspace_id: z.int(),
  title: z.string(),
  type: ColumnTypeName,
  config: z.record(z.string(), z.unknown()),
  dependencies: z.array(Dependency),
  position_rank: z.number(),
  is_output_column: z.boolean(),
  is_system: z.boolean(),
})

const RequestMetrics = named('TableRequestMetrics', {
  request_count: z.int().describe('0 for an answer that was taken from the cache'),
  request_ids: z.array(z.int()),
  latency_ms: z.number().nullable(),
  price: z.number().nullable(),
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  trace_ids: z.array(z.string()),
  time_to_first_token_ms: z
    .number()
    .optional()
    .describe('Of the first request; absent unless the column has `measure_first_token`'),
  prompt_id: z
    .int()
    .optional()
    .describe(
      'The prompt that made the answer; absent without a prompt, and in answers of releases that did not store it. A cached answer has the version that the column used then, whose text and model are the same',
    ),
  prompt_version_number: z.int().optional(),
})

/** The states of cells on the wire; no cell is RUNNING (decision 139). */
export const wireStates = ['STALE', 'QUEUED', 'DISPATCHED', 'RUNNING', 'COMPLETED', 'FAILED'] as const

export const Cell = named('TableCell', {
  id: uuid,
  sheet_id: uuid,
  column_id: uuid,
  row_index: z.int(),
  status: z.enum(wireStates),
  display_value: z.string().nullable(),
  value: z.object({ value: z.unknown() }).nullable(),
  error: z.string().nullable(),
  error_message: z.string().nullable(),
  input_hash: z.string().nullable(),
  execution_id: uuid.nullable(),
  last_computed_version: z.int().nullable(),
  request_metrics: RequestMetrics.nullable(),
  updated_at: timestamp,
})

/** A cell read alone. The evidence may be as long as the value, so lists omit it. */
export const CellWithEvidence = Cell.extend({ evidence: z.unknown() }).meta({ id: 'TableCellWithEvidence' })

export const RowOfCells = named('TableSheetRow', { row_index: z.int(), cells: z.record(z.string(), Cell) })
