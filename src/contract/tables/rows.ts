import { z } from 'zod'
import { maxFields, maxRowValues } from '../../engine/limits.ts'
import { rowOperators } from '../../engine/sheet/rows/row-operators.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  cleanText,
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
  uuidOf,
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

export const rowFilters = boundedList(
  z.object({
    column_id: uuidOf('column'),
    operator: z.enum(rowOperators),
    value: cleanText.max(1000).optional(),
  }),
  10,
).default([])

export const queryRows = define({
  id: 'query_table_sheet_rows',
  post: `${sheetPath}/row-query`,
  summary: 'Find rows by the values of their cells, in the order of a column',
  description: 'Read the rows with `row_indexes` of the list of rows. Nothing in the sheet is moved.',
  role: 'viewer',
  params: SheetId,
  body: z.object({
    filters: rowFilters,
    sort: z.object({ column_id: uuidOf('column'), direction: z.enum(['asc', 'desc']) }).nullish(),
  }),
  success: {
    200: answer('QueryTableSheetRowsResponse', {
      version: z.int(),
      row_count: z.int(),
      row_indexes: z.array(z.int()),
    }),
  },
  example: { params: { table_id, sheet_id }, body: { filters: [] } },
})

const GroupMeasure = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('verdicts'), passed: z.int(), failed: z.int() }),
    z.object({ kind: z.literal('numbers'), count: z.int(), mean: z.number().nullable() }),
  ])
  .meta({ id: 'TableRowGroupMeasure' })

export const groupRows = define({
  id: 'group_table_sheet_rows',
  post: `${sheetPath}/row-groups`,
  summary: 'Group rows by the value of a column, with the checks and numbers of each group',
  description:
    'Texts are compared without regard to case. At most 200 groups are listed, the largest first; `other_rows` are ' +
    'in none of them. At most 500,000 cells are read, from the first row on; `rows` is the number of read rows.',
  role: 'viewer',
  params: SheetId,
  body: z.object({ column_id: uuidOf('column'), filters: rowFilters }),
  success: {
    200: answer('GroupTableSheetRowsResponse', {
      version: z.int(),
      row_count: z.int(),
      rows: z.int(),
      groups: z.array(
        z.object({
          value: z.string().nullable().describe('Null for empty cells'),
          row_count: z.int(),
          columns: z
            .array(z.object({ column_id: uuid, measure: GroupMeasure }))
            .describe('Columns that hold only verdicts, or only numbers'),
        }),
      ),
      other_rows: z.int(),
    }),
  },
  example: {
    params: { table_id, sheet_id },
    body: { column_id: '0190a0b0-0000-7000-8000-000000000003' },
  },
})

const Distribution = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('verdicts'), passed: z.int(), failed: z.int() }),
    z.object({
      kind: z.literal('numbers'),
      min: z.number(),
      max: z.number(),
      mean: z.number(),
      steps: z.array(z.int()).describe('Counts of 12 equal steps from `min` to `max`'),
    }),
    z.object({
      kind: z.literal('values'),
      distinct: z.int(),
      top: z
        .array(z.object({ value: z.string(), count: z.int() }))
        .describe('At most six, the most frequent first'),
    }),
    z.object({ kind: z.literal('other') }),
  ])
  .meta({ id: 'TableColumnDistribution' })

export const readDistributions = define({
  id: 'read_table_sheet_distributions',
  get: `${sheetPath}/distributions`,
  summary: 'Read how the values of each column are spread',
  description:
    'Verdicts, numbers, and short texts that repeat (at most 24 different ones of 60 characters); `other` is ' +
    'everything else. At most 50,000 cells are read, from the first row on; `rows` is the number of read rows.',
  role: 'viewer',
  params: SheetId,
  success: {
    200: answer('ReadTableSheetDistributionsResponse', {
      version: z.int(),
      row_count: z.int(),
      rows: z.int(),
      columns: z.array(
        z.object({
          column_id: z.string(),
          filled_cells: z.int(),
          failed_cells: z.int(),
          stale_cells: z.int(),
          distribution: Distribution,
        }),
      ),
    }),
  },
  example: { params: { table_id, sheet_id } },
})

export const readPromptVersions = define({
  id: 'read_table_sheet_prompt_versions',
  get: `${sheetPath}/prompt-versions`,
  summary: 'Count the answers of each prompt column by the prompt version that made them',
  description:
    'Lists the columns that run a prompt of the registry, and the version that a run would use now. Columns whose ' +
    'prompt, version or label does not exist, or whose label is dynamic, are left out. The row query finds the rows ' +
    'of `other_answers` with the operator `other_version`.',
  role: 'viewer',
  params: SheetId,
  success: {
    200: answer('ReadTableSheetPromptVersionsResponse', {
      version: z.int(),
      columns: z.array(
        z.object({
          column_id: uuid,
          prompt_id: z.int(),
          prompt_name: z.string(),
          version_number: z.int().describe('The version that the column uses now'),
          current_answers: z.int(),
          other_answers: z.int().describe('Answers of other versions of the prompt'),
          unknown_answers: z
            .int()
            .describe('Answers of another prompt, and answers from before the version was stored'),
          other_versions: z
            .array(z.object({ version_number: z.int(), answers: z.int() }))
            .describe('At most 20, the newest first'),
        }),
      ),
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
