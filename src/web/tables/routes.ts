import { createRoute, redirect } from '@tanstack/react-router'
import { rowOperators } from '../../engine/sheet/rows/row-operators.ts'
import { queryClient } from '../api/index.ts'
import { columnsQuery, sheetQuery, sheetsQuery, tableQuery } from '../sheets/queries.ts'
import {
  either,
  integer,
  lazyScreen,
  listOf,
  objectOf,
  oneOf,
  paramsOf,
  rootRoute,
  text,
} from '../shell/index.ts'

const rowQuery = objectOf(
  { filters: listOf(objectOf({ column_id: text, operator: oneOf(...rowOperators) }, { value: text })) },
  { sort: objectOf({ column_id: text, direction: oneOf('asc', 'desc') }) },
)

const side = objectOf({ column: text }, { sheet: text, version: text, judge: text })

/** The open sheet and panel. `column` is the id of a column, or `new`. */
const tableParams = paramsOf({
  sheet: text,
  column: text,
  panel: oneOf('score', 'history', 'compare'),
  /**
   * The row that is open beside the grid, by the id of one of its cells or, in links of the inbox, by its
   * index.
   */
  row: either(text, integer()),
  /** The column whose groups are listed beside the grid. */
  group: text,
  /** Filter and order of the rows. */
  rows: rowQuery,
  /** A saved version that is shown instead of the sheet. */
  version: text,
})

export const tableRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables',
    validateSearch: paramsOf({
      find: text,
      folder: integer(1),
      /** The name of a prompt that a new table is made from. */
      prompt: text,
    }),
    component: lazyScreen(() => import('./list/table-list.tsx'), 'TableList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables/$tableId',
    validateSearch: tableParams,
    loaderDeps: ({ search: { sheet } }) => ({ sheet }),
    // Data is prefetched while the screen is loaded; the screen retries reads that fail.
    loader: ({ params, deps }) => void prefetch(params.tableId, deps.sheet),
    component: lazyScreen(() => import('./sheet/table-page.tsx'), 'TablePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables/$tableId/compare',
    validateSearch: paramsOf({
      sheet: text,
      /** The version whose output is the baseline; `sides` takes precedence. */
      base: text,
      /** The outputs; the first one is the baseline. */
      sides: listOf(side, 2, 4),
      /** The side whose changes sort and filter the rows. */
      focus: integer(1, 3),
      /** The title of the column by which rows of two sheets are matched. */
      key: text,
      better: oneOf('higher', 'lower', 'none'),
      change: oneOf('improved', 'regressed', 'changed', 'same', 'missing'),
      sort: oneOf('row', 'regression'),
      view: oneOf('diff', 'texts'),
    }),
    component: lazyScreen(() => import('./compare/compare-page.tsx'), 'ComparePage'),
  }),
  /**
   * The address that the vendor's SDKs print if `PROMPTLAYER_DASHBOARD_URL` is the address of this server.
   */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workspace/$workspaceId/smart-tables/$tableId',
    validateSearch: paramsOf({ sheet: text }),
    beforeLoad: ({ params: { tableId }, search }) => {
      throw redirect({ to: '/tables/$tableId', params: { tableId }, search })
    },
  }),
] as const

async function prefetch(table_id: string, sheetId: string | undefined): Promise<void> {
  void queryClient.prefetchQuery(tableQuery(table_id))
  const sheets = await queryClient.fetchQuery(sheetsQuery(table_id)).catch(() => undefined)
  const sheet = sheets?.data.find(({ id }) => id === sheetId) ?? sheets?.data[0]
  if (!sheet) return
  const params = { table_id, sheet_id: sheet.id }
  void queryClient.prefetchQuery(sheetQuery(params))
  void queryClient.prefetchQuery(columnsQuery(params))
}
