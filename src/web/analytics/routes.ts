import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema, maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'
import { breakdowns, parts } from './breakdowns.ts'

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/analytics',
    /** Times, filters and what is compared are in the address. */
    validateSearch: z.object({
      ...filterSchema,
      part: maybe(z.enum(parts)),
      by: maybe(z.enum(breakdowns)),
      key: maybe(z.string()),
    }),
    component: lazyScreen(() => import('./analytics.tsx'), 'Analytics'),
  }),
] as const
