import { createRoute } from '@tanstack/react-router'
import { flag, integer, lazyScreen, listOf, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'
import { filterSchema, sortSchema } from './filter/filter-schema.ts'

export { filterSchema }

export const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    /** The address holds the whole view, so that a link shows everybody the same. */
    validateSearch: paramsOf({
      ...filterSchema,
      ...sortSchema,
      columns: listOf(text),
      request: integer(),
      /** True if the request is shown instead of the list. */
      whole: flag,
      /** True if the comments of the request are open at first. */
      comments: flag,
    }),
    component: lazyScreen(() => import('./requests.tsx'), 'Requests'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/compare',
    validateSearch: paramsOf({
      /** The ids of the two requests. */
      a: integer(),
      b: integer(),
      /** Absent if equal parts are shown too. */
      show: oneOf('different'),
    }),
    component: lazyScreen(() => import('./compare/compare-requests.tsx'), 'CompareRequests'),
  }),
] as const
