import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { rootRoute } from '../shell/index.ts'

const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

export const tableRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables',
    validateSearch: z.object({ find: maybe(z.string()) }),
    component: lazyRouteComponent(() => import('./list/table-list.tsx'), 'TableList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tables/$tableId',
    /** Which tab, and which panel: a column's (`new` is that of the next one), or another. */
    validateSearch: z.object({
      sheet: maybe(z.string()),
      column: maybe(z.string()),
      panel: maybe(z.enum(['score', 'history', 'compare'])),
      /** A saved version that is looked at in the place of the sheet. */
      version: maybe(z.string()),
    }),
    component: lazyRouteComponent(() => import('./sheet/table-page.tsx'), 'TablePage'),
  }),
  /** The address that the vendor's SDKs print, with `PROMPTLAYER_DASHBOARD_URL` leading here. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workspace/$workspaceId/smart-tables/$tableId',
    validateSearch: z.object({ sheet: maybe(z.string()) }),
    beforeLoad: ({ params: { tableId }, search }) => {
      throw redirect({ to: '/tables/$tableId', params: { tableId }, search })
    },
  }),
] as const
