import { createRoute } from '@tanstack/react-router'
import { lazyScreen, paramsOf, rootRoute, text } from '../shell/index.ts'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: paramsOf({ back: text, problem: text }),
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
