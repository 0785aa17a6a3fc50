import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import {
  endSession,
  listenToTabs,
  MovedElsewhere,
  queryClient,
  sessionQuery,
  useSessionEnded,
} from '../api/index.ts'
import { lazyScreen } from './lazy-screen.ts'

const MovedToWorkspace = lazyScreen(() => import('./moved-to-workspace.tsx'), 'MovedToWorkspace')
const SessionEnded = lazyScreen(() => import('./session-ended.tsx'), 'SessionEnded')

/** Dialogs about a changed or ended session. They are over the page, which stays unchanged. */
export function Interruption() {
  const { data: session, error } = useQuery(sessionQuery)
  const hasEnded = useSessionEnded()
  useEffect(
    () =>
      listenToTabs((message) =>
        message === 'left'
          ? endSession()
          : void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ),
    [],
  )
  if (!session) return null
  return (
    <Suspense>
      {hasEnded ? (
        <SessionEnded session={session} />
      ) : (
        error instanceof MovedElsewhere && <MovedToWorkspace from={session} to={error.session} />
      )}
    </Suspense>
  )
}
