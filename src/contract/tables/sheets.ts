import { z } from 'zod'
import { answer, endpointsOf, named, textInteger, times } from '../kit/index.ts'
import {
  cursor,
  limit,
  order,
  pageOf,
  SheetId,
  sheet_id,
  sheetPath,
  TableId,
  Title,
  table_id,
  tablesPath,
  uuid,
  wireStates,
} from './fields.ts'
import { importStartedFields, OperationKey, SheetSource, streamedFile } from './imports.ts'

const define = endpointsOf({ tags: ['sheets'] })
const sheetsPath = `${tablesPath}/{table_id}/sheets`

export const Sheet = named('TableSheet', {
  id: uuid,
  table_id: uuid,
  workspace_id: z.int(),
  title: z.string(),
  index: z.int(),
  row_count: z.int(),
  version_count: z.int(),
  ...times,
})

const OneSheet = answer('TableSheetResponse', { sheet: Sheet })
const index = z.int().min(0).max(1_000_000).nullish()

export const listSheets = define({
  id: 'list_table_sheets',
  get: sheetsPath,
  summary: 'List the sheets of a table in their order',
  params: TableId,
  query: z.object({
    cursor,
    limit: limit(20),
    order: order('asc'),
    prompt_id: textInteger({ minimum: 1 }).optional(),
    prompt_version_id: textInteger({ minimum: 1 }).optional(),
    prompt_label_id: textInteger({ minimum: 1 }).optional(),
  }),
  success: { 200: z.object(pageOf(Sheet)).meta({ id: 'ListTableSheetsResponse' }) },
  example: { params: { table_id } },
})

export const createSheet = define({
  id: 'create_table_sheet',
  post: sheetsPath,
  summary:
    'Create a sheet with one text column and one row, or one filled from a file or from logged requests',
  description:
    'A file is CSV (as in imports/file) or JSON: a list of objects, or objects one after the other.',
  params: TableId,
  body: z
    .looseObject({
      title: Title.nullish(),
      index,
      operation_id: OperationKey.nullish(),
      source: SheetSource.nullish(),
    })
    .default({}),
  streamed: streamedFile('source', 'file_content_base64'),
  success: {
    201: OneSheet,
    202: named('CreateTableSheetFromSourceResponse', { ...importStartedFields, sheet: Sheet }),
  },
  example: { params: { table_id }, body: { title: 'Second sheet' } },
})

export const readSheet = define({
  id: 'get_table_sheet',
  get: sheetPath,
  summary: 'Read a sheet',
  params: SheetId,
  success: { 200: OneSheet },
  example: { params: { table_id, sheet_id } },
})

export const updateSheet = define({
  id: 'update_table_sheet',
  patch: sheetPath,
  summary: 'Rename a sheet, or change its position among the tabs',
  params: SheetId,
  body: z.looseObject({ title: Title.nullish(), index }),
  success: { 200: answer('UpdateTableSheetResponse', { sheet: Sheet, version: z.int() }) },
  example: { params: { table_id, sheet_id }, body: { title: 'Renamed' } },
})

export const deleteSheet = define({
  id: 'delete_table_sheet',
  delete: sheetPath,
  summary: 'Delete a sheet',
  params: SheetId,
  success: { 200: answer('DeleteTableSheetResponse', { message: z.string() }) },
  example: { params: { table_id, sheet_id } },
})

export const duplicateSheet = define({
  id: 'duplicate_table_sheet',
  post: `${sheetPath}/duplicate`,
  summary: 'Copy a sheet with its columns, rows, values and scoring to the end of its table',
  description:
    'Saved versions, calculated scores and scorecard calculations stay with the original. Running work ' +
    'continues there only: such cells have their earlier state in the copy.',
  params: SheetId,
  body: z.looseObject({ title: Title.nullish() }).default({}),
  success: { 201: OneSheet },
  example: { params: { table_id, sheet_id } },
})

const counts = z.partialRecord(z.enum(wireStates), z.int())

export const readStatusCounts = define({
  id: 'get_table_sheet_status_counts',
  get: `${sheetPath}/status-counts`,
  summary: 'Count the computed cells of a sheet by state',
  params: SheetId,
  success: {
    200: answer('TableSheetStatusCountsResponse', {
      sheet_id: uuid,
      version: z.int(),
      total_cells: z.int(),
      status_counts: counts,
    }),
  },
  example: { params: { table_id, sheet_id } },
})
