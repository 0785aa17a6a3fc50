import { createRootRoute, redirect } from '@tanstack/react-router'
import { ApiError, call, queryClient, sessionQuery } from '../api/index.ts'
import { isEntrance } from './entrances.ts'
import { Frame } from './frame.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { ScreenProblem } from './screen-problem.tsx'

/** The parent of all routes. */
export const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => requireSession(location.pathname, location.href),
  component: Frame,
  notFoundComponent: lazyScreen(() => import('./not-found.tsx'), 'NotFound'),
  errorComponent: ScreenProblem,
})

/** Sends people who are not signed in to the sign-in page, which sends them back afterwards. */
async function requireSession(pathname: string, href: string): Promise<void> {
  if (isEntrance(pathname)) return
  try {
    await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    const { needs_first_person } = await call('readSetup')
    const back = href === '/' ? '' : `?back=${encodeURIComponent(href)}`
    throw redirect({ href: needs_first_person ? '/setup' : `/sign-in${back}` })
  }
}
