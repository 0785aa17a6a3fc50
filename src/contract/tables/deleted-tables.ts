import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, endpointsOf, namedErrors } from '../kit/index.ts'
import { SheetId, sheet_id, TableId, table_id } from './fields.ts'

const path = '/api/public/v2/deleted-tables'
const sheetsPath = '/api/public/v2/deleted-sheets'
const define = endpointsOf({ tags: ['tables'] })

export const listDeletedTables = define({
  id: 'list_deleted_tables',
  get: path,
  summary: 'List tables that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedTablesResponse', 'tables', { id: z.string(), title: z.string() }),
})

export const restoreTable = define({
  id: 'restore_table',
  post: `${path}/{table_id}/restore`,
  summary: 'Restore a table that was deleted in the last 30 days, with its sheets',
  description:
    'Sheets that were deleted before the table stay deleted. Runs that the deletion stopped do not go on; their cells have ' +
    'their earlier state. A table that is not deleted stays as it is.',
  params: TableId,
  success: {
    200: answer('RestoredTableResponse', { table: z.object({ id: z.string(), title: z.string() }) }),
  },
  example: { params: { table_id } },
})

export const listDeletedSheets = define({
  id: 'list_deleted_sheets',
  get: sheetsPath,
  summary: 'List sheets that were deleted in the last 30 days, the latest first',
  description:
    'Sheets of deleted tables are left out: they come back with their table. `q` is a part of the title of the sheet or its table.',
  ...deletedList('DeletedSheetsResponse', 'sheets', {
    id: z.string(),
    title: z.string(),
    table_id: z.string(),
    table_title: z.string(),
  }),
})

export const restoreSheet = define({
  id: 'restore_sheet',
  post: `${sheetsPath}/{sheet_id}/restore`,
  summary: 'Restore a sheet that was deleted in the last 30 days, as the last one of its table',
  description:
    'Runs that the deletion stopped do not go on; their cells have their earlier state. A sheet that is not deleted stays ' +
    'as it is.',
  params: SheetId.pick({ sheet_id: true }),
  errors: namedErrors,
  success: {
    200: answer('RestoredSheetResponse', {
      sheet: z.object({ id: z.string(), table_id: z.string(), title: z.string() }),
    }),
  },
  example: { params: { sheet_id } },
})
