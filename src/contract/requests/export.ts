import { z } from 'zod'
import {
  commonErrors,
  endpointsOf,
  exportMediaTypes,
  strictNamed,
  textBoolean,
  textInteger,
} from '../kit/index.ts'
import { requestLogQuery, SearchWords, StructuredFilterGroup } from './search.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

const { xlsx: _workbook, ...mediaTypes } = exportMediaTypes

const format = z.enum(['jsonl', 'csv', 'parquet']).default('jsonl')
const order = z.enum(['asc', 'desc']).default('desc')
const maxRows = 100_000_000

const description =
  'Requests are ordered by start, newest first unless `sort_order` is `asc`. The file holds the ' +
  'requests that had arrived when the export began. Every row has a `cursor`. To resume an interrupted ' +
  'download, drop an incomplete last line and send the `cursor` of the last complete row (for CSV with ' +
  '`header` false): the answer continues with the next row, without gaps or duplicates, from the same ' +
  'snapshot. A Parquet file cannot be read before its end: download it in parts with `limit`, each ' +
  'part with the last `cursor` of the one before. `include_content` adds the messages and the input ' +
  'variables.'

export const exportRequests = define({
  id: 'exportRequestLogs',
  post: '/api/public/v2/requests/export',
  summary: 'Download all requests that match a search, as JSON lines, CSV or Parquet',
  description,
  role: 'viewer',
  audited: false,
  body: strictNamed('ExportRequestLogs', {
    filter_group: StructuredFilterGroup.nullish(),
    q: requestLogQuery.q,
    sort_by: z.literal('request_start_time').nullish(),
    sort_order: order,
    format,
    cursor: z.string().max(1_000).nullish(),
    limit: z.int().min(1).max(maxRows).nullish(),
    include_content: z.boolean().default(false),
    header: z.boolean().default(true),
    escape_formulas: z.boolean().default(true),
  }),
  download: Object.values(mediaTypes),
  success: { 200: z.unknown() },
  example: {
    body: {
      filter_group: { filters: [{ field: 'tags', operator: 'contains', value: 'example' }] },
      format: 'csv',
    },
  },
})

export const downloadRequests = define({
  id: 'downloadRequestLogs',
  get: '/api/public/v2/requests/export',
  summary: 'Download by GET, for browsers; the filter group is JSON text',
  description,
  query: z.object({
    filter_group: z.string().max(8_000).optional(),
    q: SearchWords.optional(),
    sort_order: order,
    format,
    cursor: z.string().max(1_000).optional(),
    limit: textInteger({ minimum: 1, maximum: maxRows }).optional(),
    include_content: textBoolean.default(false),
    header: textBoolean.default(true),
    escape_formulas: textBoolean.default(true),
  }),
  download: Object.values(mediaTypes),
  success: { 200: z.unknown() },
  example: { query: { format: 'jsonl', q: 'hello' } },
})
