/** The parts of a database that the screen Storage shows. */
export const parts = ['requests', 'payloads', 'search_index', 'traces', 'sheets', 'other'] as const
export type Part = (typeof parts)[number]

/** The table whose row count is shown for a part. */
export const countedTables: Readonly<Partial<Record<Part, string>>> = {
  requests: 'requests',
  payloads: 'request_payloads',
  search_index: 'request_facets',
  traces: 'spans',
  sheets: 'sheet_cells',
}

const partsByTable: Readonly<Record<string, Part>> = {
  request_payloads: 'payloads',
  payload_frames: 'payloads',
  media: 'payloads',
  request_media: 'payloads',
  span_media: 'traces',
  traces: 'traces',
  spans: 'traces',
  span_logs: 'traces',
  trace_facets: 'traces',
  tables: 'sheets',
  sheets: 'sheets',
  cell_cache: 'sheets',
}

const byPrefix: readonly (readonly [prefix: string, part: Part])[] = [
  ['request_facets', 'search_index'],
  ['request_words', 'search_index'],
  ['request_stretches', 'search_index'],
  ['request_arrivals', 'search_index'],
  ['request_backlog', 'search_index'],
  ['request', 'requests'],
  ['sheet_', 'sheets'],
  ['column_', 'sheets'],
  ['score', 'sheets'],
  ['upload', 'sheets'],
]

/** The part of a table and its indexes. */
export const partOf = (table: string): Part =>
  Object.hasOwn(partsByTable, table)
    ? partsByTable[table]!
    : (byPrefix.find(([prefix]) => table.startsWith(prefix))?.[1] ?? 'other')
