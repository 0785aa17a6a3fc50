import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema, maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboards',
    validateSearch: z.object({
      name: maybe(z.string()),
      page: maybe(z.int().check(z.minimum(1))),
    }),
    component: lazyScreen(() => import('./dashboard-list.tsx'), 'DashboardList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboards/$dashboardId',
    /** Variables whose values differ from those of the dashboard. */
    validateSearch: z.object({ ...filterSchema, edit: maybe(z.literal(true)) }),
    component: lazyScreen(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
