import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, rootRoute } from '../shell/index.ts'
import { filterSchema, maybe, sortSchema } from './filter/filter-schema.ts'

export { filterSchema, maybe }

export const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    /** The address holds the whole view, so that a link shows the same to everybody. */
    validateSearch: z.object({
      ...filterSchema,
      ...sortSchema,
      columns: maybe(z.readonly(z.array(z.string()))),
      request: maybe(z.int()),
      /** The request is shown instead of the list. */
      whole: maybe(z.literal(true)),
    }),
    component: lazyScreen(() => import('./requests.tsx'), 'Requests'),
  }),
] as const
