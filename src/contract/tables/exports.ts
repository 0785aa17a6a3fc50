import { z } from 'zod'
import { defineEndpoint, standardErrors, textBoolean, textList } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id } from './fields.ts'

export const exportMediaTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const

export const exportSheet = defineEndpoint({
  id: 'export_table_sheet',
  method: 'get',
  path: `${sheetPath}/export`,
  summary: 'Download a sheet, as it was when the download began',
  description:
    'Values that a spreadsheet would take for formulas get an apostrophe in CSV, which imports take away again; `escape_formulas=false` leaves them as they are. ' +
    'A column of a Parquet file is of integers, numbers, booleans, dates or moments in UTC when all its values are, and of texts otherwise; ' +
    'texts of digits stay texts, and integers that a double or a spreadsheet would cut are texts.',
  tags: ['table-exports'],
  auth: 'header',
  params: SheetId,
  query: z.object({
    format: z.enum(['csv', 'jsonl', 'xlsx', 'parquet']).default('csv'),
    /** All when none is named. */
    column_ids: textList.optional(),
    include_system_columns: textBoolean.default(false),
    escape_formulas: textBoolean.default(true),
  }),
  download: Object.values(exportMediaTypes),
  success: { 200: z.unknown() },
  errors: standardErrors,
  example: {
    params: {
      table_id,
      sheet_id,
    },
  },
})
