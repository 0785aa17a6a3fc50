import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { rootRoute } from '../shell/index.ts'

const optionalText = z.catch(z.optional(z.string()), undefined)

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: z.object({ back: optionalText, problem: optionalText }),
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/setup',
    component: lazyRouteComponent(() => import('./set-up.tsx'), 'SetUp'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/join',
    component: lazyRouteComponent(() => import('./join.tsx'), 'Join'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./first-steps.tsx'), 'FirstSteps'),
  }),
] as const
