import { createRoute } from '@tanstack/react-router'
import { flag, lazyScreen, paramsOf, rootRoute } from '../shell/index.ts'

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/inbox',
    validateSearch: paramsOf({ all: flag }),
    component: lazyScreen(() => import('./inbox.tsx'), 'Inbox'),
  }),
] as const
