import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { rowOperators } from '../../engine/sheet/rows/row-operators.ts'
import { queryClient } from '../api/index.ts'
import { columnsQuery, sheetQuery, sheetsQuery, tableQuery } from '../sheets/queries.ts'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'

const rowQuery = z.object({
  filters: z.array(
    z.object({
      column_id: z.string(),
      operator: z.enum(rowOperators),
      value: z.optional(z.string()),
    }),
  ),
  sort: z.optional(z.object({ column_id: z.string(), direction: z.enum(['asc', 'desc']) })),
})

const side = z.object({
  sheet: z.optional(z.string()),
  version: z.optional(z.string()),
  column: z.string(),
  judge: z.optional(z.string()),
})

export const tableRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables',
    validateSearch: z.object({
      find: optionalParam(z.string()),
      folder: optionalParam(z.int().check(z.positive())),
    }),
    component: lazyScreen(() => import('./list/table-list.tsx'), 'TableList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables/$tableId',
    /** The open sheet and panel. `column` is the id of a column, or `new`. */
    validateSearch: z.object({
      sheet: optionalParam(z.string()),
      column: optionalParam(z.string()),
      panel: optionalParam(z.enum(['score', 'history', 'compare'])),
      /** Opens the import dialog of a new table. */
      import: optionalParam(z.enum(['file', 'requests'])),
      /**
       * The row that is open beside the grid, by the id of one of its cells or, in links of the inbox, by its
       * index.
       */
      row: optionalParam(z.union([z.string(), z.int()])),
      /** The column whose groups are listed beside the grid. */
      group: optionalParam(z.string()),
      /** Filter and order of the rows. */
      rows: optionalParam(rowQuery),
      /** A saved version that is shown instead of the sheet. */
      version: optionalParam(z.string()),
    }),
    loaderDeps: ({ search: { sheet } }) => ({ sheet }),
    // Data is prefetched while the screen is loaded; the screen retries reads that fail.
    loader: ({ params, deps }) => void askAhead(params.tableId, deps.sheet),
    component: lazyScreen(() => import('./sheet/table-page.tsx'), 'TablePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables/$tableId/compare',
    validateSearch: z.object({
      sheet: optionalParam(z.string()),
      /** The version whose output is the baseline; `sides` takes precedence. */
      base: optionalParam(z.string()),
      /** The outputs; the first one is the baseline. */
      sides: optionalParam(z.array(side).check(z.minLength(2), z.maxLength(4))),
      /** The side whose changes sort and filter the rows. */
      focus: optionalParam(z.int().check(z.minimum(1), z.maximum(3))),
      /** The title of the column by which rows of two sheets are matched. */
      key: optionalParam(z.string()),
      better: optionalParam(z.enum(['higher', 'lower', 'none'])),
      change: optionalParam(z.enum(['improved', 'regressed', 'changed', 'same', 'missing'])),
      sort: optionalParam(z.enum(['row', 'regression'])),
      view: optionalParam(z.enum(['diff', 'texts'])),
    }),
    component: lazyScreen(() => import('./compare/compare-page.tsx'), 'ComparePage'),
  }),
  /**
   * The address that the vendor's SDKs print if `PROMPTLAYER_DASHBOARD_URL` is the address of this server.
   */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workspace/$workspaceId/smart-tables/$tableId',
    validateSearch: z.object({ sheet: optionalParam(z.string()) }),
    beforeLoad: ({ params: { tableId }, search }) => {
      throw redirect({ to: '/tables/$tableId', params: { tableId }, search })
    },
  }),
] as const

async function askAhead(table_id: string, sheetId: string | undefined): Promise<void> {
  void queryClient.prefetchQuery(tableQuery(table_id))
  const sheets = await queryClient.fetchQuery(sheetsQuery(table_id)).catch(() => undefined)
  const sheet = sheets?.data.find(({ id }) => id === sheetId) ?? sheets?.data[0]
  if (!sheet) return
  const params = { table_id, sheet_id: sheet.id }
  void queryClient.prefetchQuery(sheetQuery(params))
  void queryClient.prefetchQuery(columnsQuery(params))
}
