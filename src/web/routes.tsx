import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { analyticsRoutes } from './analytics/routes.ts'
import { queryClient, sessionQuery, whenSignedOut } from './api/index.ts'
import { peopleRoutes } from './people/routes.ts'
import { playgroundRoutes } from './playground/routes.ts'
import { promptRoutes } from './prompts/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { rootRoute } from './shell/index.ts'
import { tableRoutes } from './tables/routes.ts'
import { traceRoutes } from './traces/routes.ts'

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/prompts' })
  },
})

/** Each room gives its routes; their screens are loaded when first opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    home,
    ...analyticsRoutes,
    ...peopleRoutes,
    ...promptRoutes,
    ...playgroundRoutes,
    ...requestRoutes,
    ...settingsRoutes,
    ...tableRoutes,
    ...traceRoutes,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

whenSignedOut(() => {
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
