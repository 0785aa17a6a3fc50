import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    /** A logged request to begin with. */
    validateSearch: z.object({ request: maybe(z.int()) }),
    component: lazyScreen(() => import('./playground.tsx'), 'Playground'),
  }),
] as const
