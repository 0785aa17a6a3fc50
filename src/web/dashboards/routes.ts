import { createRoute } from '@tanstack/react-router'
import { filterSchema } from '../requests/routes.ts'
import { flag, integer, lazyScreen, paramsOf, rootRoute, text } from '../shell/index.ts'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboards',
    validateSearch: paramsOf({
      name: text,
      page: integer(1),
    }),
    component: lazyScreen(() => import('./dashboard-list.tsx'), 'DashboardList'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboards/$dashboardId',
    /** Variables whose values differ from those of the dashboard. */
    validateSearch: paramsOf({ ...filterSchema, edit: flag }),
    component: lazyScreen(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
] as const
