import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import { RowStore, rowsPerPage } from '../grid/row-store.ts'
import { columnsQuery, operationsQuery, type SheetParams, sheetKey, sheetQuery } from './queries.ts'

/** A sheet as it is shown: its columns, its rows by pages, and what is under way in it. */
export function useSheet(params: SheetParams) {
  const { table_id, sheet_id } = params
  const client = useQueryClient()
  const sheet = useQuery(sheetQuery(params))
  const columns = useQuery(columnsQuery(params))
  const operations = useQuery(operationsQuery(params))
  const store = useMemo(
    () =>
      new RowStore(
        async (start_row_index) =>
          (
            await call('listRows', {
              params: { table_id, sheet_id },
              query: {
                start_row_index,
                limit: rowsPerPage,
                include_row_count: false,
                include_columns: false,
              },
            })
          ).data,
        (error) => toast(`These rows cannot be loaded: ${error.message}`, { isProblem: true }),
      ),
    [table_id, sheet_id],
  )
  const isRunning = (operations.data?.pending_count ?? 0) > 0
  const progress = JSON.stringify(operations.data?.status_counts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever counts have moved, cells have.
  useEffect(() => {
    store.refresh()
    void client.invalidateQueries({ queryKey: [...sheetKey({ table_id, sheet_id }), 'score'] })
  }, [progress, store])
  /** After a change: everything is asked anew, and shown as it was until the answer comes. */
  const refresh = () => {
    store.refresh()
    return client.invalidateQueries({ queryKey: sheetKey(params) })
  }
  return { sheet, columns, operations, store, isRunning, refresh }
}

export type ShownSheet = ReturnType<typeof useSheet>
