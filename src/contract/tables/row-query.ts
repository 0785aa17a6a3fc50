import { z } from 'zod'
import { rowOperators } from '../../engine/sheet/rows/row-operators.ts'
import { answer, boundedList, cleanText, endpointsOf } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id, uuid, uuidOf } from './fields.ts'

const define = endpointsOf({ tags: ['rows'] })

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
