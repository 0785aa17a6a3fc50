import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { isWholeSheet, type RowQuery, type SheetLayout } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { readSheetViews, sheetViewsKey } from './sheet-view-kind.ts'
import { isEverything, type ShownRows } from './sheet-views.ts'

/** The rows, groups and columns on screen, with functions that change them. */
export function useShownRows(params: SheetParams, { layout, change }: SheetLayout) {
  const { version, rows, group } = useSearch({ from: '/tables/$tableId' })
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const views = useQuery({
    queryKey: sheetViewsKey(params),
    queryFn: ({ signal }) => readSheetViews(params, signal),
  }).data
  const shown: ShownRows = { rows, group, hidden: layout.hidden }
  const showRows = (next: RowQuery | undefined) =>
    void navigate({ search: (before) => ({ ...before, rows: isWholeSheet(next) ? undefined : next }) })
  return {
    shown,
    hasViews: version === undefined && ((views?.length ?? 0) > 0 || !isEverything(shown)),
    showRows,
    groupBy: (column: string | undefined) =>
      void navigate({ search: (before) => ({ ...before, group: column }) }),
    showView: ({ rows, group, hidden }: ShownRows) => {
      if (hidden.join() !== layout.hidden.join()) change({ ...layout, hidden }, 'hidden columns')
      void navigate({ search: (before) => ({ ...before, rows, group }) })
    },
  }
}
