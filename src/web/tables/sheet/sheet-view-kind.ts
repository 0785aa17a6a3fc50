import { call } from '../../api/index.ts'
import { builtIn, type View, type ViewKind } from '../../requests/values.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import {
  allRows,
  type ShownRows,
  type StoredSheetView,
  savedQueryOf,
  shownOf,
  textOf,
} from './sheet-views.ts'

export const sheetViewsKey = ({ sheet_id }: SheetParams) => ['tables', 'views', sheet_id] as const

export const readSheetViews = async (params: SheetParams, signal: AbortSignal): Promise<StoredSheetView[]> =>
  (await call('listSheetViews', { params, signal })).sheet_views.map(asStored)

const asStored = (view: Omit<StoredSheetView, 'since_hours' | 'columns'>): StoredSheetView => ({
  ...view,
  since_hours: null,
  columns: null,
})

/** `columns` are the ids of the sheet's columns. Parts of a view that name other columns are left out. */
export function sheetViews(
  params: SheetParams,
  columns: ReadonlySet<string>,
): ViewKind<ShownRows, StoredSheetView> {
  const path = (id: number) => ({ params: { ...params, sheet_view_id: id } })
  return {
    key: sheetViewsKey(params),
    builtIn: [builtIn('All rows', allRows)],
    contents: 'these filters, this order, the grouping and the hidden columns',
    read: (signal) => readSheetViews(params, signal),
    create: async (name, { query }) =>
      asStored((await call('createSheetView', { params, body: { name, query } })).sheet_view),
    update: async (id, { name, query }) => {
      const body = { ...(name !== undefined && { name }), ...(query && { query }) }
      return asStored((await call('updateSheetView', { ...path(id), body })).sheet_view)
    },
    remove: (id) => call('deleteSheetView', path(id)),
    viewOf: (stored) => ({
      id: String(stored.id),
      name: stored.name,
      stored,
      shown: shownOf(stored, columns),
    }),
    savedOf: (shown) => ({ query: savedQueryOf(shown), since_hours: null, columns: null }),
    isShown: ({ shown }: View<ShownRows, unknown>, current) => textOf(shown) === textOf(current),
    addressOf: ({ shown }) => shown,
  }
}
