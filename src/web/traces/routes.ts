import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { maybe } from '../requests/routes.ts'
import { lazyScreen, rootRoute } from '../shell/index.ts'

export const traceRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traces/$traceId',
    /** Which span is open; `request` opens the one that is this request. */
    validateSearch: z.object({ span: maybe(z.string()), request: maybe(z.int()) }),
    component: lazyScreen(() => import('./trace.tsx'), 'TracePage'),
  }),
] as const
