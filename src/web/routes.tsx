import { createRouter } from '@tanstack/react-router'
import { analyticsRoutes } from './analytics/routes.ts'
import { queryClient, rejectWaitingCalls, sessionQuery, whenSignedOut } from './api/index.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { designPageRoutes } from './design-page/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { evaluationRoutes } from './legacy-evaluations/routes.ts'
import { playgroundRoutes } from './playground/routes.ts'
import { promptRoutes } from './prompts/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { rootRoute, ScreenProblem } from './shell/index.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { tableRoutes } from './tables/routes.ts'
import { traceRoutes } from './traces/routes.ts'
import { workflowRoutes } from './workflows/routes.ts'

/** The routes of all rooms; each screen is loaded when it is first opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...homeRoutes,
    ...analyticsRoutes,
    ...dashboardRoutes,
    ...evaluationRoutes,
    ...inboxRoutes,
    ...signInRoutes,
    ...promptRoutes,
    ...playgroundRoutes,
    ...requestRoutes,
    ...settingsRoutes,
    ...tableRoutes,
    ...traceRoutes,
    ...workflowRoutes,
    ...designPageRoutes,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenProblem,
  scrollRestoration: true,
})

whenSignedOut(() => {
  rejectWaitingCalls()
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
