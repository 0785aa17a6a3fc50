import { MutationCache, QueryCache } from '@tanstack/react-query'
import { ApiError, Unreachable } from './api-error.ts'
import { RefetchingClient } from './refetching-client.ts'

const maxRetries = 2

/** Called when a call finds that the session has ended. */
let onSignedOut = () => {}
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener
}

/** Does the same as a 401 of the server: the tab shows the sign-in page. */
export const endSession = (): void => onSignedOut()

function detectSignOut(error: Error) {
  if (error instanceof ApiError && error.status === 401) onSignedOut()
}

/** Data stays on screen while it is refetched; refused queries are not retried. */
export const queryClient = new RefetchingClient({
  // Pages read the session themselves. A 401 is a valid result of that read.
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== 'session') detectSignOut(error)
    },
  }),
  // The forms for signing in show refusals themselves.
  mutationCache: new MutationCache({
    onError: (error, _input, _context, { options }) => {
      if (options.mutationKey?.[0] !== 'entrance') detectSignOut(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => error instanceof Unreachable && failures < maxRetries,
      placeholderData: (previous: unknown) => previous,
    },
  },
})
