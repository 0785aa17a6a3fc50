import { z } from 'zod'
import { columnTypeAliases, columnTypeNames, unpublishedTypeNames } from '../../engine/columns/names.ts'
import { maxConfigFields } from '../../engine/limits.ts'
import { answer, boundedRecord, cleanText, endpointsOf, textBoolean } from '../kit/index.ts'
import {
  Cell,
  Column,
  ColumnId,
  cursor,
  limit,
  pageOf,
  SheetId,
  sheet_id,
  sheetPath,
  Title,
  table_id,
  uuid,
  uuidOf,
} from './fields.ts'

const define = endpointsOf({ tags: ['columns'] })
const columnsPath = `${sheetPath}/columns`
const column_id = '0190a0b0-0000-7000-8000-000000000003'

const typeNames = [...columnTypeNames, ...unpublishedTypeNames]

/** Two enums in the document: generators of clients make one name of `TEXT` and `text`. */
const ColumnTypeInput = z.enum([...typeNames, ...columnTypeAliases]).meta({
  wire: {
    anyOf: [
      { type: 'string', enum: typeNames },
      { type: 'string', enum: columnTypeAliases },
    ],
  },
})

const Config = boundedRecord(z.unknown(), maxConfigFields).describe(
  'Fields of the column type. comparison_type.similarity of COMPARE: levenshtein; bleu, of one sentence with add-one smoothing (Lin and Och, 2004); sacrebleu, as its sentence_bleu computes it by default (tokens 13a, exponential smoothing, effective order), over 100; rouge_l. Each is from 0 to 1.',
)

const IsOutput = z
  .boolean()
  .nullish()
  .describe(
    'Marks the column for the default score of the sheet. While a marked column has a score, only marked columns ' +
      'count; `details.displaced_columns` of the score lists the checks that it displaces.',
  )

const Dependencies = z
  .array(
    z.looseObject({
      column_id: uuidOf('column'),
      reference_type: cleanText.max(64).default('value'),
      config_key: cleanText.max(255).nullish(),
      config_meta: boundedRecord(
        z.union([cleanText.max(255), z.number()]),
        100,
        cleanText.max(255),
      ).nullish(),
    }),
  )
  .max(2000)

export const listColumns = define({
  id: 'list_table_sheet_columns',
  get: columnsPath,
  summary: 'List the columns of a sheet from left to right',
  params: SheetId,
  query: z.object({ include_system_columns: textBoolean.default(false), cursor, limit: limit(100) }),
  success: { 200: z.object(pageOf(Column)).meta({ id: 'ListTableSheetColumnsResponse' }) },
  example: { params: { table_id, sheet_id } },
})

export const createColumn = define({
  id: 'create_table_sheet_column',
  post: columnsPath,
  summary: 'Create a column to the right of the others, and queue its cells',
  description:
    'With `queue_cells: false` nothing is queued: the new cells are stale until an operation computes ' +
    'them.',
  keepsNumbers: true,
  params: SheetId,
  body: z.looseObject({
    title: Title,
    type: ColumnTypeInput,
    config: Config.nullish(),
    dependencies: Dependencies.nullish(),
    is_output_column: IsOutput,
    queue_cells: z.boolean().nullish(),
  }),
  success: {
    200: answer('CreateTableSheetColumnResponse', { column: Column, cells: z.array(Cell), version: z.int() }),
  },
  example: {
    params: { table_id, sheet_id },
    body: { title: 'Characters', type: 'COUNT', config: { source: 'Column A', type: 'chars' } },
  },
})

export const updateColumn = define({
  id: 'update_table_sheet_column',
  patch: `${columnsPath}/{column_id}`,
  summary: 'Change the title, config or dependencies of a column; no cell is queued',
  keepsNumbers: true,
  params: ColumnId,
  body: z.looseObject({
    title: Title.nullish(),
    type: ColumnTypeInput.nullish(),
    config: Config.nullish(),
    dependencies: Dependencies.nullish(),
    is_output_column: IsOutput,
  }),
  success: {
    200: answer('UpdateTableSheetColumnResponse', {
      column: Column,
      requires_recalculation: z.boolean(),
      affected_column_ids: z.array(uuid),
      version: z.int(),
    }),
  },
  example: { params: { table_id, sheet_id, column_id }, body: { title: 'Question' } },
})

export const deleteColumn = define({
  id: 'delete_table_sheet_column',
  delete: `${columnsPath}/{column_id}`,
  summary: 'Delete a column',
  params: ColumnId,
  success: {
    200: answer('DeleteTableSheetColumnResponse', {
      message: z.string(),
      stale_count: z.int(),
      version: z.int(),
    }),
  },
  example: { params: { table_id, sheet_id, column_id } },
})

export const duplicateColumn = define({
  id: 'duplicate_table_sheet_column',
  post: `${columnsPath}/{column_id}/duplicate`,
  summary: 'Copy a column with its values; the copy is placed right after it',
  params: ColumnId,
  body: z.looseObject({ title: Title.nullish() }).default({}),
  success: { 201: answer('DuplicateTableSheetColumnResponse', { column: Column, version: z.int() }) },
  example: { params: { table_id, sheet_id, column_id } },
})
