import { z } from 'zod'
import { rowOperators } from '../../engine/sheet/rows/row-operators.ts'
import {
  answer,
  Deleted,
  endpointsOf,
  named,
  namedErrors,
  nameText,
  strictNamed,
  textId,
  times,
} from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id, uuid, uuidOf } from './fields.ts'
import { rowFilters } from './row-query.ts'

const define = endpointsOf({ tags: ['sheets'], errors: namedErrors })
const viewsPath = `${sheetPath}/views`
const viewPath = `${viewsPath}/{sheet_view_id}`
const SheetViewId = SheetId.extend({ sheet_view_id: textId('sheet-view') })

const column_id = uuidOf('column')

const SheetViewQuery = strictNamed('TableSheetViewQuery', {
  filters: rowFilters,
  sort: z
    .strictObject({ column_id, direction: z.enum(['asc', 'desc']) })
    .nullable()
    .default(null),
  group_by: column_id.nullable().default(null).describe('The column whose groups are listed beside the rows'),
  hidden_column_ids: z.array(column_id).max(1000).default([]),
})

const StoredFilter = z.object({
  column_id: uuid,
  operator: z.enum(rowOperators),
  value: z.string().optional(),
})

const SheetView = named('TableSheetView', {
  id: z.int(),
  name: z.string(),
  query: z.object({
    filters: z.array(StoredFilter),
    sort: z.object({ column_id: uuid, direction: z.enum(['asc', 'desc']) }).nullable(),
    group_by: uuid.nullable(),
    hidden_column_ids: z.array(uuid),
  }),
  ...times,
})

const OneView = answer('TableSheetViewResponse', { sheet_view: SheetView })

const ViewName = nameText(120)
const sheet = { table_id, sheet_id }
const query = {
  filters: [{ column_id: '0190a0b0-0000-7000-8000-000000000003', operator: 'fails' as const }],
}

export const listSheetViews = define({
  id: 'list_table_sheet_views',
  get: viewsPath,
  summary: 'List the saved views of a sheet',
  description: 'A view may name columns that were deleted since.',
  params: SheetId,
  success: { 200: answer('TableSheetViewsResponse', { sheet_views: z.array(SheetView) }) },
  example: { params: sheet },
})

export const createSheetView = define({
  id: 'create_table_sheet_view',
  post: viewsPath,
  summary:
    'Save a filter, order, grouping and hidden columns of a sheet under a name, for the whole workspace',
  description:
    'The query has the filters and the order of a row query. Names are unique in a sheet. Nothing in the sheet changes.',
  params: SheetId,
  body: z.strictObject({ name: ViewName, query: SheetViewQuery }),
  success: { 201: OneView },
  example: { params: sheet, body: { name: 'Failing', query } },
})

export const updateSheetView = define({
  id: 'update_table_sheet_view',
  patch: viewPath,
  summary: 'Rename a saved view of a sheet, or replace its query',
  params: SheetViewId,
  body: z.strictObject({ name: ViewName.optional(), query: SheetViewQuery.optional() }),
  success: { 200: OneView },
  example: { params: { ...sheet, sheet_view_id: 1 }, body: { name: 'Failing checks' } },
})

export const deleteSheetView = define({
  id: 'delete_table_sheet_view',
  delete: viewPath,
  summary: 'Delete a saved view of a sheet; its rows stay',
  params: SheetViewId,
  success: { 200: Deleted },
  example: { params: { ...sheet, sheet_view_id: 1 } },
})
