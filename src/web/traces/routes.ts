import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema } from '../requests/routes.ts'
import { lazyScreen, optionalParam, rootRoute } from '../shell/index.ts'
import { groupSorts } from './groups/group-sorts.ts'
import { traceSorts } from './list/trace-sorts.ts'

const singleValue = z.union([z.string(), z.number()])

const { find, range, from, to } = filterSchema

/** The address holds the whole view, so that a link shows everybody the same. */
const searched = {
  find,
  range,
  from,
  to,
  filters: optionalParam(
    z.readonly(
      z.array(
        z.object({
          field: z.string(),
          operator: z.string(),
          value: z.optional(z.union([singleValue, z.readonly(z.array(singleValue))])),
          nested_key: z.optional(z.string()),
        }),
      ),
    ),
  ),
  rising: optionalParam(z.literal(true)),
}
const groupSearch = z.object({ ...searched, sortBy: optionalParam(z.enum(groupSorts)) })

export const traceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces',
    validateSearch: z.object({
      ...searched,
      sortBy: optionalParam(z.enum(traceSorts)),
      sortScore: optionalParam(z.string()),
      columns: optionalParam(z.readonly(z.array(z.string()))),
    }),
    component: lazyScreen(() => import('./list/traces.tsx'), 'Traces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId',
    /** `span` is the id of the open span; `request` opens the span of this request. */
    validateSearch: z.object({
      span: optionalParam(z.string()),
      request: optionalParam(z.int()),
      /** Absent for the timeline. */
      view: optionalParam(z.literal('graph')),
      /** True if the comments are open at first. */
      comments: optionalParam(z.literal(true)),
    }),
    component: lazyScreen(() => import('./trace.tsx'), 'TracePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId/compare',
    validateSearch: z.object({
      /** The id of the other trace. */
      with: optionalParam(z.string()),
      /** The ids of the two spans whose texts are shown, one of each trace. */
      pair: optionalParam(z.string()),
      /** Absent if all spans are shown. */
      show: optionalParam(z.literal('different')),
    }),
    component: lazyScreen(() => import('./compare/compare-traces.tsx'), 'CompareTraces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sessions',
    validateSearch: groupSearch,
    component: lazyScreen(() => import('./groups/sessions.tsx'), 'Sessions'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sessions/$sessionId',
    component: lazyScreen(() => import('./groups/session.tsx'), 'SessionPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/users',
    validateSearch: groupSearch,
    component: lazyScreen(() => import('./groups/users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/users/$userId',
    validateSearch: z.object({ part: optionalParam(z.enum(['sessions', 'traces'])) }),
    component: lazyScreen(() => import('./groups/user.tsx'), 'UserPage'),
  }),
] as const
