import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, rootRoute } from '../shell/index.ts'

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/inbox',
    validateSearch: z.object({ all: z.catch(z.optional(z.literal(true)), undefined) }),
    component: lazyScreen(() => import('./inbox.tsx'), 'Inbox'),
  }),
] as const
