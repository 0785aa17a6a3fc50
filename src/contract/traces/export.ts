import { z } from 'zod'
import {
  commonErrors,
  endpointsOf,
  exportMediaTypes,
  strictNamed,
  textBoolean,
  textInteger,
} from '../kit/index.ts'
import { SearchWords } from '../requests/search.ts'
import { traceFilters } from './search.ts'

const define = endpointsOf({ tags: ['traces'], errors: commonErrors })

const { xlsx: _workbook, ...mediaTypes } = exportMediaTypes

const format = z.enum(['jsonl', 'csv', 'parquet']).default('jsonl')
const maxRows = 100_000_000
const path = '/api/public/v2/traces/export'

const description =
  'One row a trace with the fields of the search, in the order of their start, newest first; traces with the same ' +
  'start by id, descending. The file holds the traces that had started when the export began. Every row has a ' +
  '`cursor`. To resume an interrupted download, drop an incomplete last line and send the `cursor` of the last ' +
  'complete row (for CSV with `header` false): the answer continues with the next row. A Parquet file cannot be read ' +
  'before its end: download it in parts with `limit`, each part with the last `cursor` of the one before. The spans ' +
  'of a trace are read with `GET /api/public/v2/traces/{trace_id}`.'

export const exportListedTraces = define({
  id: 'exportListedTraces',
  post: path,
  summary: 'Download all traces that match a search, as JSON lines, CSV or Parquet',
  description,
  role: 'viewer',
  audited: false,
  body: strictNamed('ExportListedTraces', {
    ...traceFilters,
    format,
    cursor: z.string().max(1_000).nullish(),
    limit: z.int().min(1).max(maxRows).nullish(),
    header: z.boolean().default(true),
    escape_formulas: z.boolean().default(true),
  }),
  download: Object.values(mediaTypes),
  success: { 200: z.unknown() },
  example: {
    body: {
      filter_group: { filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] },
      format: 'csv',
    },
  },
})

export const downloadTraces = define({
  id: 'downloadTraces',
  get: path,
  summary: 'Download traces by GET, for browsers; the filter group is JSON text',
  description,
  query: z.object({
    filter_group: z.string().max(8_000).optional(),
    q: SearchWords.optional(),
    format,
    cursor: z.string().max(1_000).optional(),
    limit: textInteger({ minimum: 1, maximum: maxRows }).optional(),
    header: textBoolean.default(true),
    escape_formulas: textBoolean.default(true),
  }),
  download: Object.values(mediaTypes),
  success: { 200: z.unknown() },
  example: { query: { format: 'jsonl' } },
})
