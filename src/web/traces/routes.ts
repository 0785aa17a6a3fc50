import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { filterSchema, maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'
import { traceSorts } from './list/trace-sorts.ts'

const one = z.union([z.string(), z.number()])

const { find, range, from, to } = filterSchema

export const traceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces',
    /** The address holds the whole view, so that a link shows the same to everybody. */
    validateSearch: z.object({
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
              value: z.optional(one),
              nested_key: z.optional(z.string()),
            }),
          ),
        ),
      ),
      sortBy: maybe(z.enum(traceSorts)),
      rising: maybe(z.literal(true)),
    }),
    component: lazyScreen(() => import('./list/traces.tsx'), 'Traces'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId',
    /** Which span is open; `request` opens the one that is this request. */
    validateSearch: z.object({ span: maybe(z.string()), request: maybe(z.int()) }),
    component: lazyScreen(() => import('./trace.tsx'), 'TracePage'),
  }),
] as const
