import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { chosenIntervals } from '../../engine/analytics/chosen-intervals.ts'
import { filterSchema, maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'
import { breakdowns, parts, scoredSubjects, stacks } from './breakdowns.ts'

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/analytics',
    /** Times, filters and the compared measures are in the address. */
    validateSearch: z.object({
      ...filterSchema,
      part: maybe(z.enum(parts)),
      by: maybe(z.enum(breakdowns)),
      key: maybe(z.string()),
      /** The name of the score that is drawn. */
      score: maybe(z.string()),
      /** Subject of the score. Absent: the first subject that has any score. */
      of: maybe(z.enum(scoredSubjects)),
      /** Width of the buckets; the narrowest readable one if absent. */
      per: maybe(z.enum(chosenIntervals)),
      stack: maybe(z.enum(stacks)),
      /** True if the previous period is not drawn. */
      alone: maybe(z.literal(true)),
    }),
    component: lazyScreen(() => import('./analytics.tsx'), 'Analytics'),
  }),
] as const
