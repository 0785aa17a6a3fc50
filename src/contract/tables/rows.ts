import { z } from 'zod'
import { maxFields, maxRowValues } from '../../engine/limits.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  endpointsOf,
  named,
  textBoolean,
  textInteger,
  textList,
} from '../kit/index.ts'
import {
  Column,
  cursor,
  limit,
  order,
  pageOf,
  RowOfCells,
  SheetId,
  sheet_id,
  sheetPath,
  table_id,
  uuid,
} from './fields.ts'

const define = endpointsOf({ tags: ['rows'] })

const rowsPath = `${sheetPath}/rows`

const rowIndex = z.int().min(0)

const rowIndices = z.array(rowIndex).min(1).max(10_000)

const MetricAggregate = named('ExecutionMetadataMetricAggregate', {
  metric_key: z.enum(['price', 'latency_ms']),
  metric_label: z.string(),
  count: z.int(),
  /**
   * Number of computed cells without a known price, for `price` only. The other figures leave these cells
   * out.
   */
  unpriced: z.int(),
  sum: z.number(),
  avg: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  column_id: uuid.optional(),
  source_column_id: uuid.optional(),
})

const MetadataAggregates = named('ExecutionMetadataAggregates', {
  by_column_id: z.record(z.string(), MetricAggregate),
  sheet: z.object({ by_metric: z.record(z.string(), MetricAggregate) }),
})

export const listRows = define({
  id: 'list_table_sheet_rows',
  get: rowsPath,
  summary: 'List the rows of a sheet with their cells',
  params: SheetId,
  query: z.object({
    include_system_columns: textBoolean.default(false),
    include_execution_metadata_aggregates: textBoolean.default(false),
    cursor,
    limit: limit(100),
    order: order('asc'),
    /** Row index of the first page. */
    start_row_index: textInteger({ minimum: 0 }).optional(),
    row_indexes: textList
      .pipe(
        z
          .array(
            z
              .string()
              .regex(/^\d{1,7}$/)
              .transform(Number)
              .pipe(z.int()),
          )
          .max(100),
      )
      .optional()
      .describe('Only these rows, in this order; if they are too large for one answer, the first of them'),
    include_columns: textBoolean.optional(),
    include_row_count: textBoolean.default(true),
  }),
  success: {
    200: named('ListTableSheetRowsResponse', {
      ...pageOf(RowOfCells),
      row_count: z.int().optional(),
      columns: z.array(Column),
      version: z.int(),
      execution_metadata_aggregates: MetadataAggregates.optional(),
    }),
  },
  example: { params: { table_id, sheet_id } },
})

export const addRows = define({
  id: 'add_table_sheet_rows',
  post: rowsPath,
  summary: 'Add rows at the end of a sheet',
  keepsNumbers: true,
  params: SheetId,
  body: z
    .looseObject({
      count: z.int().min(1).max(100).default(1),
      values: boundedList(boundedRecord(z.unknown(), maxFields), 1_000).nullish(),
    })
    .default({ count: 1 }),
  success: {
    201: answer('AddTableSheetRowsResponse', {
      rows_created: z.int(),
      start_row_index: z.int(),
      row_indices: z.array(z.int()),
      rows: z.array(RowOfCells),
      cell_count: z.int(),
      row_count: z.int(),
      version: z.int(),
    }),
  },
  bodyLimit: 32 * 1024 * 1024,
  valueLimit: maxRowValues,
  example: { params: { table_id, sheet_id }, body: { count: 2 } },
})

export const deleteRows = define({
  id: 'delete_table_sheet_rows',
  delete: rowsPath,
  summary: 'Delete rows; later rows move up',
  params: SheetId,
  body: z.looseObject({ row_indices: rowIndices }),
  success: {
    200: answer('DeleteTableSheetRowsResponse', {
      message: z.string(),
      deleted_count: z.int(),
      row_count: z.int(),
      version: z.int(),
    }),
  },
  example: { params: { table_id, sheet_id }, body: { row_indices: [0] } },
})

export const moveRows = define({
  id: 'move_table_sheet_rows',
  post: `${rowsPath}/move`,
  summary: 'Move rows, in their order, so that the first one gets the given index',
  params: SheetId,
  body: z.looseObject({ row_indices: rowIndices, to_index: rowIndex }),
  success: { 200: answer('MoveTableSheetRowsResponse', { moved_count: z.int(), version: z.int() }) },
  example: { params: { table_id, sheet_id }, body: { row_indices: [0], to_index: 0 } },
})
