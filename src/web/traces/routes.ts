import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema, maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'
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
  filters: maybe(
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
  rising: maybe(z.literal(true)),
}
const groupSearch = z.object({ ...searched, sortBy: maybe(z.enum(groupSorts)) })

export const traceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces',
    validateSearch: z.object({
      ...searched,
      sortBy: maybe(z.enum(traceSorts)),
      sortScore: maybe(z.string()),
      columns: maybe(z.readonly(z.array(z.string()))),
    }),
    component: lazyScreen(() => import('./list/traces.tsx'), 'Traces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId',
    /** `span` is the id of the open span; `request` opens the span of this request. */
    validateSearch: z.object({
      span: maybe(z.string()),
      request: maybe(z.int()),
      /** Absent for the timeline. */
      view: maybe(z.literal('graph')),
      /** True if the comments are open at first. */
      comments: maybe(z.literal(true)),
    }),
    component: lazyScreen(() => import('./trace.tsx'), 'TracePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId/compare',
    validateSearch: z.object({
      /** The id of the other trace. */
      with: maybe(z.string()),
      /** The ids of the two spans whose texts are shown, one of each trace. */
      pair: maybe(z.string()),
      /** Absent if all spans are shown. */
      show: maybe(z.literal('different')),
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
    validateSearch: z.object({ part: maybe(z.enum(['sessions', 'traces'])) }),
    component: lazyScreen(() => import('./groups/user.tsx'), 'UserPage'),
  }),
] as const
