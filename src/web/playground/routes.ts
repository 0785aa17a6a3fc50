import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    /** The id of a saved playground, and of a logged request to add. */
    validateSearch: z.object({ id: optionalParam(z.int()), request: optionalParam(z.int()) }),
    component: lazyScreen(() => import('./playground.tsx'), 'Playground'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground/saved',
    validateSearch: z.object({ find: optionalParam(z.string()), page: optionalParam(z.int()) }),
    component: lazyScreen(() => import('./playground-list.tsx'), 'PlaygroundList'),
  }),
] as const
