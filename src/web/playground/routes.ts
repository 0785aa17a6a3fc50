import { createRoute } from '@tanstack/react-router'
import { integer, lazyScreen, paramsOf, rootRoute, text } from '../shell/index.ts'

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    /** The id of a saved playground, and of a logged request to add. */
    validateSearch: paramsOf({ id: integer(), request: integer() }),
    component: lazyScreen(() => import('./playground.tsx'), 'Playground'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground/saved',
    validateSearch: paramsOf({ find: text, page: integer() }),
    component: lazyScreen(() => import('./playground-list.tsx'), 'PlaygroundList'),
  }),
] as const
