import { call } from '../../api/index.ts'

/** Rows of a dataset's version, or of a sheet. */
export type Origin =
  | { readonly kind: 'dataset'; readonly dataset: number }
  | { readonly kind: 'sheet'; readonly table: string; readonly sheet: string }

export interface SourceColumn {
  readonly id: string
  readonly title: string
}

export interface Source {
  readonly columns: readonly SourceColumn[]
  readonly count: number
}

/** Values in the order of the columns. */
export type Row = readonly unknown[]

export interface RowResults {
  readonly rows: readonly Row[]
  readonly total: number
}

/** The limit of the API for one call. */
const maxRowsOfCall = 100
const maxResults = 50

export async function readSource(origin: Origin, signal: AbortSignal): Promise<Source> {
  if (origin.kind === 'dataset') {
    const { columns, total } = await datasetPage(origin.dataset, { page: 1, per_page: 1 }, signal)
    return { columns: columns.map((title) => ({ id: title, title })), count: total }
  }
  const { columns, row_count = 0 } = await call('listRows', {
    params: paramsOf(origin),
    query: { limit: 1, include_columns: true },
    signal,
  })
  return { columns: columns.map(({ id, title }) => ({ id, title })), count: row_count }
}

/** Reads the rows at these positions, which must be in ascending order. */
export async function readRows(
  origin: Origin,
  columns: readonly SourceColumn[],
  positions: readonly number[],
): Promise<Row[]> {
  if (origin.kind === 'sheet') return sheetRows(origin, columns, positions)
  const rows: Row[] = []
  const pages = Map.groupBy(positions, (position) => Math.floor(position / maxRowsOfCall))
  for (const [page, positions] of pages) {
    const query = { page: page + 1, per_page: maxRowsOfCall }
    const { rows: pageRows } = await datasetPage(origin.dataset, query)
    for (const position of positions) rows.push(pageRows[position % maxRowsOfCall] ?? [])
  }
  return rows
}

/** Searches rows of a dataset that contain the words, or rows of a sheet whose column contains them. */
export async function searchRows(
  origin: Origin,
  { columns, count }: Source,
  { words, column }: { readonly words: string; readonly column: string },
  signal: AbortSignal,
): Promise<RowResults> {
  if (origin.kind === 'dataset') {
    const query = { page: 1, per_page: maxResults, ...(words !== '' && { q: words }) }
    return datasetPage(origin.dataset, query, signal)
  }
  if (words === '') {
    const first = Array.from({ length: Math.min(maxResults, count) }, (_none, index) => index)
    return { rows: await sheetRows(origin, columns, first, signal), total: count }
  }
  const { row_indexes } = await call('queryRows', {
    params: paramsOf(origin),
    body: { filters: [{ column_id: column, operator: 'contains', value: words }] },
    signal,
  })
  const rows = await sheetRows(origin, columns, row_indexes.slice(0, maxResults), signal)
  return { rows, total: row_indexes.length }
}

/** `size` random, distinct positions below `count`, in ascending order. */
export function randomPositions(size: number, count: number): number[] {
  const chosen = new Set<number>()
  for (let last = Math.max(0, count - size); last < count; last++) {
    const position = Math.floor(Math.random() * (last + 1))
    chosen.add(chosen.has(position) ? last : position)
  }
  return [...chosen].toSorted((left, right) => left - right)
}

const paramsOf = ({ table, sheet }: Extract<Origin, { kind: 'sheet' }>) => ({
  table_id: table,
  sheet_id: sheet,
})

async function datasetPage(
  dataset_id: number,
  query: { readonly page: number; readonly per_page: number; readonly q?: string },
  signal?: AbortSignal,
) {
  const request = { params: { dataset_id }, query, ...(signal && { signal }) }
  const { columns, rows, total } = await call('listDatasetRows', request)
  return { columns, total, rows: rows.map((row): Row => row.map(({ value }) => value)) }
}

async function sheetRows(
  origin: Extract<Origin, { kind: 'sheet' }>,
  columns: readonly SourceColumn[],
  positions: readonly number[],
  signal?: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < positions.length) {
    const next = positions.slice(rows.length, rows.length + maxRowsOfCall)
    const query = { row_indexes: next.map(String), limit: maxRowsOfCall, include_row_count: false }
    const request = { params: paramsOf(origin), query, ...(signal && { signal }) }
    const { data } = await call('listRows', request)
    if (data.length === 0) break
    rows.push(...data.map(({ cells }): Row => columns.map(({ id }) => cells[id]?.value?.value ?? '')))
  }
  return rows
}
