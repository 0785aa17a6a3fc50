import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { rowOperators } from '../../engine/sheet/rows/row-operators.ts'
import { queryClient } from '../api/index.ts'
import { columnsQuery, sheetQuery, sheetsQuery, tableQuery } from '../sheets/queries.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

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
    validateSearch: z.object({ find: maybe(z.string()), folder: maybe(z.int().check(z.positive())) }),
    component: lazyScreen(() => import('./list/table-list.tsx'), 'TableList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables/$tableId',
    /** The open sheet and panel. `column` is the id of a column, or `new`. */
    validateSearch: z.object({
      sheet: maybe(z.string()),
      column: maybe(z.string()),
      panel: maybe(z.enum(['score', 'history', 'compare'])),
      /** Opens the import dialog of a new table. */
      import: maybe(z.enum(['file', 'requests'])),
      /**
       * The row that is open beside the grid, by the id of one of its cells or, in links of the inbox, by its
       * index.
       */
      row: maybe(z.union([z.string(), z.int()])),
      /** The column whose groups are listed beside the grid. */
      group: maybe(z.string()),
      /** Filter and order of the rows. */
      rows: maybe(rowQuery),
      /** A saved version that is shown instead of the sheet. */
      version: maybe(z.string()),
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
      sheet: maybe(z.string()),
      /** The version whose output is the baseline; `sides` takes precedence. */
      base: maybe(z.string()),
      /** The outputs; the first one is the baseline. */
      sides: maybe(z.array(side).check(z.minLength(2), z.maxLength(4))),
      /** The side whose changes sort and filter the rows. */
      focus: maybe(z.int().check(z.minimum(1), z.maximum(3))),
      /** The title of the column by which rows of two sheets are matched. */
      key: maybe(z.string()),
      better: maybe(z.enum(['higher', 'lower', 'none'])),
      change: maybe(z.enum(['improved', 'regressed', 'changed', 'same', 'missing'])),
      sort: maybe(z.enum(['row', 'regression'])),
      view: maybe(z.enum(['diff', 'texts'])),
    }),
    component: lazyScreen(() => import('./compare/compare-page.tsx'), 'ComparePage'),
  }),
  /**
   * The address that the vendor's SDKs print if `PROMPTLAYER_DASHBOARD_URL` is the address of this server.
   */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workspace/$workspaceId/smart-tables/$tableId',
    validateSearch: z.object({ sheet: maybe(z.string()) }),
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
