import { z } from 'zod'
import { answer, cleanText, endpointsOf, idOf, named, textInteger, times } from '../kit/index.ts'
import { cursor, limit, order, pageOf, TableId, Title, table_id, tablesPath, uuid } from './fields.ts'
import { Sheet } from './sheets.ts'

const define = endpointsOf({ tags: ['tables'] })

export const Table = named('Table', {
  id: uuid,
  workspace_id: z.int(),
  title: z.string(),
  folder_id: z.int().nullable(),
  sheet_count: z.int(),
  ...times,
})

export const TableDetail = Table.extend({ sheet_row_counts: z.record(z.string(), z.int()) }).meta({
  id: 'TableDetail',
})

const OneTable = answer('TableResponse', { table: TableDetail })

/** Lists only tables that run the prompt; an unknown prompt gives an empty list. */
const promptFilters = {
  prompt_id: textInteger({ minimum: 1 }).optional(),
  prompt_version_id: textInteger({ minimum: 1 }).optional(),
  prompt_label_id: textInteger({ minimum: 1 }).optional(),
}

export const createTable = define({
  id: 'create_table',
  post: tablesPath,
  summary: 'Create a table, by default with a first sheet',
  body: z
    .looseObject({
      title: Title.nullish(),
      folder_id: idOf('folder').nullish(),
      create_default_sheet: z.boolean().default(true),
    })
    .default({ create_default_sheet: true }),
  success: {
    201: answer('CreateTableResponse', {
      message: z.string(),
      table: TableDetail,
      default_sheet: Sheet.nullable(),
    }),
  },
  example: { body: { title: 'Support answers' } },
})

export const listTables = define({
  id: 'list_tables',
  get: tablesPath,
  summary: 'List tables by folder, by part of the title, or by a prompt that they run',
  query: z.object({
    folder_id: textInteger({ minimum: 1 }).optional(),
    name: cleanText.max(255).optional(),
    cursor,
    limit: limit(20),
    order: order('desc'),
    ...promptFilters,
  }),
  success: {
    200: named('ListTablesResponse', {
      ...pageOf(Table),
      total: z.int().describe('All tables that match, on every page'),
    }),
  },
  example: {},
})

export const readTable = define({
  id: 'get_table',
  get: `${tablesPath}/{table_id}`,
  summary: 'Read a table',
  params: TableId,
  success: { 200: OneTable },
  example: { params: { table_id } },
})

export const updateTable = define({
  id: 'update_table',
  patch: `${tablesPath}/{table_id}`,
  summary: 'Rename a table, or move it to a folder',
  params: TableId,
  body: z.looseObject({ title: Title.nullish(), folder_id: idOf('folder').nullish() }),
  success: { 200: OneTable },
  example: {
    params: { table_id },
    body: { title: 'Support answers, June' },
  },
})

export const duplicateTable = define({
  id: 'duplicate_table',
  post: `${tablesPath}/{table_id}/duplicate`,
  summary: 'Copy a table with its sheets, columns, rows, values and scoring',
  description:
    'Saved versions, calculated scores and scorecard calculations stay with the original. Running work ' +
    'continues there only: such cells have their earlier state in the copy. At most 200,000 rows.',
  params: TableId,
  body: z.looseObject({ title: Title.nullish() }).default({}),
  success: { 201: OneTable },
  example: { params: { table_id } },
})

export const deleteTable = define({
  id: 'delete_table',
  delete: `${tablesPath}/{table_id}`,
  summary: 'Delete a table with its sheets',
  params: TableId,
  success: { 200: answer('DeleteTableResponse', { message: z.string() }) },
  example: { params: { table_id } },
})
