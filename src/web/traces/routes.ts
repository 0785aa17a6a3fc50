import { createRoute } from '@tanstack/react-router'
import { traceGroupSorts, traceSorts } from '../../engine/analytics/traces/search.ts'
import { filterSchema } from '../requests/routes.ts'
import {
  either,
  flag,
  integer,
  lazyScreen,
  listOf,
  number,
  objectOf,
  oneOf,
  paramsOf,
  rootRoute,
  text,
} from '../shell/index.ts'
import { userOrders } from './groups/user-orders.ts'

const singleValue = either(text, number)

const { find, range, from, to } = filterSchema

/** The address holds the whole view, so that a link shows everybody the same. */
const searched = {
  find,
  range,
  from,
  to,
  filters: listOf(
    objectOf(
      { field: text, operator: text },
      { value: either(singleValue, listOf(singleValue)), nested_key: text },
    ),
  ),
  rising: flag,
}
const groupSearched = { ...searched, sortBy: oneOf(...traceGroupSorts) }

export const traceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces',
    validateSearch: paramsOf({
      ...searched,
      sortBy: oneOf(...traceSorts),
      sortScore: text,
      columns: listOf(text),
    }),
    component: lazyScreen(() => import('./list/traces.tsx'), 'Traces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId',
    /** `span` is the id of the open span; `request` opens the span of this request. */
    validateSearch: paramsOf({
      span: text,
      request: integer(),
      /** Absent for the timeline. */
      view: oneOf('graph'),
      /** True if the comments are open at first. */
      comments: flag,
    }),
    component: lazyScreen(() => import('./trace.tsx'), 'TracePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId/compare',
    validateSearch: paramsOf({
      /** The id of the other trace. */
      with: text,
      /** The ids of the two spans whose texts are shown, one of each trace. */
      pair: text,
      /** Absent if all spans are shown. */
      show: oneOf('different'),
    }),
    component: lazyScreen(() => import('./compare/compare-traces.tsx'), 'CompareTraces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sessions',
    validateSearch: paramsOf({ ...groupSearched, sortScore: text }),
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
    /** With `of: requests`, users are values of the metadata key `key` (absent: the most likely one). */
    validateSearch: paramsOf({
      ...groupSearched,
      of: oneOf('requests'),
      key: text,
      order: oneOf(...userOrders),
    }),
    component: lazyScreen(() => import('./groups/users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/users/$userId',
    /**
     * `key` is the metadata key of the user's requests; absent for `user_id`. The times are those of the charts.
     */
    validateSearch: paramsOf({ part: oneOf('sessions', 'traces', 'requests'), key: text, range, from, to }),
    component: lazyScreen(() => import('./groups/user.tsx'), 'UserPage'),
  }),
] as const
