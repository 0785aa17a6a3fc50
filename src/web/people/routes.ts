import { createRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { lazyScreen, rootRoute } from '../shell/index.ts'

const optionalText = z.catch(z.optional(z.string()), undefined)

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: z.object({ back: optionalText, problem: optionalText }),
    component: lazyScreen(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/setup',
    component: lazyScreen(() => import('./set-up.tsx'), 'SetUp'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/join',
    component: lazyScreen(() => import('./join.tsx'), 'Join'),
  }),
] as const
