import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { chosenIntervals } from '../../engine/analytics/chosen-intervals.ts'
import { filterSchema } from '../requests/routes.ts'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'
import { breakdowns, parts, scoredSubjects, stacks } from './breakdowns.ts'

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/analytics',
    /** Times, filters and the compared measures are in the address. */
    validateSearch: z.object({
      ...filterSchema,
      part: optionalParam(z.enum(parts)),
      by: optionalParam(z.enum(breakdowns)),
      key: optionalParam(z.string()),
      /** The name of the score that is drawn. */
      score: optionalParam(z.string()),
      /** Subject of the score. Absent: the first subject that has any score. */
      of: optionalParam(z.enum(scoredSubjects)),
      /** Width of the buckets; the narrowest readable one if absent. */
      per: optionalParam(z.enum(chosenIntervals)),
      stack: optionalParam(z.enum(stacks)),
      /** True if the previous period is not drawn. */
      alone: optionalParam(z.literal(true)),
    }),
    component: lazyScreen(() => import('./analytics.tsx'), 'Analytics'),
  }),
] as const
