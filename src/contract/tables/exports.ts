import { z } from 'zod'
import { endpointsOf, exportMediaTypes, textBoolean, textList } from '../kit/index.ts'
import { SheetId, sheet_id, sheetPath, table_id } from './fields.ts'

const define = endpointsOf({ tags: ['table-exports'] })

export const exportSheet = define({
  id: 'export_table_sheet',
  get: `${sheetPath}/export`,
  summary: 'Download a sheet, as it is when the download begins',
  description:
    'In CSV, values that a spreadsheet would take for formulas get an apostrophe, which imports remove ' +
    'again; `escape_formulas=false` leaves them unchanged. A column of a Parquet file holds integers, ' +
    'numbers, booleans, dates or UTC times if all its values are of that kind, otherwise texts. Texts of ' +
    'digits stay texts, and integers that a double or a spreadsheet cannot hold exactly become texts.',
  params: SheetId,
  query: z.object({
    format: z.enum(['csv', 'jsonl', 'xlsx', 'parquet']).default('csv'),
    /** All columns if none is named. */
    column_ids: textList.optional(),
    include_system_columns: textBoolean.default(false),
    escape_formulas: textBoolean.default(true),
    /** The filters of a row query, as JSON: only the rows that meet all of them. */
    filters: z.string().max(16_000).optional(),
  }),
  download: Object.values(exportMediaTypes),
  success: { 200: z.unknown() },
  example: {
    params: {
      table_id,
      sheet_id,
    },
  },
})
