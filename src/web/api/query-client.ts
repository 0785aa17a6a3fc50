import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, Unreachable } from './api-error.ts'

const attempts = 2

/** Called when the session is over, wherever that is noticed. */
let onSignedOut = () => {}
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener
}

/** What the server said stays on screen while it is asked again; refusals are not asked twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onSignedOut()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => error instanceof Unreachable && failures < attempts,
      placeholderData: (previous: unknown) => previous,
    },
  },
})
