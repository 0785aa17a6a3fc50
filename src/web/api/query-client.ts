import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, Unreachable } from './api-error.ts'

const attempts = 2

/** Called when the session is over, wherever that is noticed. */
let onSignedOut = () => {}
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener
}

/** As if the server had said it: this tab is left to whoever signs in next. */
export const leave = (): void => onSignedOut()

function notice(error: Error) {
  if (error instanceof ApiError && error.status === 401) onSignedOut()
}

/** What the server said stays on screen while it is asked again; refusals are not asked twice. */
export const queryClient = new QueryClient({
  // The session itself is asked for by whoever goes to a page; being told 401 there is an answer.
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== 'session') notice(error)
    },
  }),
  // The forms of people who are not signed in yet show why they were refused.
  mutationCache: new MutationCache({
    onError: (error, _given, _context, { options }) => {
      if (options.mutationKey?.[0] !== 'entrance') notice(error)
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
