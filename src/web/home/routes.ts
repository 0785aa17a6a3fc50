import { createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen, rootRoute } from '../shell/index.ts'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: lazyScreen(() => import('./home.tsx'), 'Home'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/welcome',
    beforeLoad: () => {
      throw redirect({ to: '/' })
    },
  }),
] as const
