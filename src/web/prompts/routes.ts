import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { rootRoute } from '../shell/index.ts'

export const promptRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/prompts',
    validateSearch: z.object({ find: z.catch(z.optional(z.string()), undefined) }),
    component: lazyRouteComponent(() => import('./prompt-list.tsx'), 'PromptList'),
  }),
] as const
