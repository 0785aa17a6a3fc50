import { createRoute } from '@tanstack/react-router'
import { filterSchema } from '../requests/routes.ts'
import { flag, lazyScreen, oneOf, paramsOf, rootRoute, text } from '../shell/index.ts'
import { breakdowns, bucketWidths, parts, scoredSubjects, stacks } from './breakdowns.ts'

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/analytics',
    /** Times, filters and the compared measures are in the address. */
    validateSearch: paramsOf({
      ...filterSchema,
      part: oneOf(...parts),
      by: oneOf(...breakdowns),
      key: text,
      /** The name of the score that is drawn. */
      score: text,
      /** Subject of the score. Absent: the first subject that has any score. */
      of: oneOf(...scoredSubjects),
      /** Width of the buckets; the narrowest readable one if absent. */
      per: oneOf(...bucketWidths),
      stack: oneOf(...stacks),
      /** True if the previous period is not drawn. */
      alone: flag,
    }),
    component: lazyScreen(() => import('./analytics.tsx'), 'Analytics'),
  }),
] as const
