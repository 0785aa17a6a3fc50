import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema } from '../requests/routes.ts'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboards',
    validateSearch: z.object({
      name: optionalParam(z.string()),
      page: optionalParam(z.int().check(z.minimum(1))),
    }),
    component: lazyScreen(() => import('./dashboard-list.tsx'), 'DashboardList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboards/$dashboardId',
    /** Variables whose values differ from those of the dashboard. */
    validateSearch: z.object({ ...filterSchema, edit: optionalParam(z.literal(true)) }),
    component: lazyScreen(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
