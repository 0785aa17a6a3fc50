import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'
import { filterSchema, sortSchema } from './filter/filter-schema.ts'

export { filterSchema }

export const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    /** The address holds the whole view, so that a link shows everybody the same. */
    validateSearch: z.object({
      ...filterSchema,
      ...sortSchema,
      columns: optionalParam(z.readonly(z.array(z.string()))),
      request: optionalParam(z.int()),
      /** True if the request is shown instead of the list. */
      whole: optionalParam(z.literal(true)),
      /** True if the comments of the request are open at first. */
      comments: optionalParam(z.literal(true)),
    }),
    component: lazyScreen(() => import('./requests.tsx'), 'Requests'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/compare',
    validateSearch: z.object({
      /** The ids of the two requests. */
      a: optionalParam(z.int()),
      b: optionalParam(z.int()),
      /** Absent if equal parts are shown too. */
      show: optionalParam(z.literal('different')),
    }),
    component: lazyScreen(() => import('./compare/compare-requests.tsx'), 'CompareRequests'),
  }),
] as const
