import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/index.ts'
import { toastProblem } from '../design/index.ts'
import { type Row, RowStore, rowsPerPage } from './grid/row-store.ts'
import { type SheetParams, sheetKey } from './queries.ts'
import { isWholeSheet, type RowQuery } from './row-query.ts'

/** The rows that a query finds, numbered from 0. `indexes` has their indexes in the sheet. */
export function useRowView(params: SheetParams, query: RowQuery | undefined) {
  const { table_id, sheet_id } = params
  const showsWholeSheet = isWholeSheet(query)
  const rows = useQuery({
    queryKey: [...sheetKey(params), 'row-query', query],
    queryFn: ({ signal }) =>
      call('queryRows', {
        params,
        body: { filters: [...query!.filters], sort: query!.sort ?? null },
        signal,
      }),
    enabled: !showsWholeSheet,
    placeholderData: undefined,
  })
  const indexes = rows.data?.row_indexes
  const store = useMemo(
    () =>
      indexes &&
      new RowStore(
        (start) => readRows({ table_id, sheet_id }, indexes.slice(start, start + rowsPerPage)),
        (error) => toastProblem(`These rows cannot be loaded: ${error.message}`),
      ),
    [table_id, sheet_id, indexes],
  )
  return showsWholeSheet ? null : { store, indexes, error: rows.error, refetch: rows.refetch }
}

async function readRows(params: SheetParams, indexes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = []
  // If rows are large, the answer has fewer rows than its limit.
  while (rows.length < indexes.length) {
    const row_indexes = indexes.slice(rows.length).map(String)
    const query = { row_indexes, limit: rowsPerPage, include_row_count: false, include_columns: false }
    const { data } = await call('listRows', { params, query })
    if (data.length === 0) return rows
    rows.push(...data)
  }
  return rows
}
