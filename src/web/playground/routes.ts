import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/index.ts'

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    component: lazyRouteComponent(() => import('./playground.tsx'), 'Playground'),
  }),
] as const
