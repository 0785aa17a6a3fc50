import { useQuery } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import type { Listed } from './columns.tsx'
import { type Search, searchOf } from './filter/filters.ts'

/**
 * Milliseconds before the newest listed request in which a new request may have started, because a request is
 * logged when it ends.
 */
const backMilliseconds = 10 * 60_000

interface NewRequests {
  readonly count: number
  readonly isExact: boolean
}

/**
 * The number of requests in this search that are newer than the list, read when the stream of changes
 * announces requests. Newer requests have larger ids; the time bounds the cost of the query.
 */
export function useNewRequests(search: Search, listed: readonly Listed[] | undefined): NewRequests {
  // In the order of a score nothing is counted, because most new requests have no score yet.
  const isCounted = listed !== undefined && search.from === undefined && search.sortScore === undefined
  const newest = listed?.reduce((most, { id }) => Math.max(most, id), 0) ?? 0
  const latest =
    listed?.reduce((most, request) => Math.max(most, Date.parse(request.request_start_time)), 0) ?? 0
  const { data } = useQuery({
    queryKey: ['new-requests', search, newest],
    queryFn: ({ signal }) => {
      const { filter_group, q } = searchOf(search, Date.now())
      const since = new Date(Math.max(0, latest - backMilliseconds)).toISOString()
      const filters = [
        ...(filter_group?.filters ?? []),
        { field: 'pl_id', operator: 'gt', value: newest } as const,
        { field: 'request_start_time', operator: 'after', value: since } as const,
      ]
      return call('searchRequests', {
        body: { ...(q && { q }), filter_group: { logic: 'AND', filters }, per_page: 1 },
        signal,
      })
    },
    enabled: isCounted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
    placeholderData: undefined,
  })
  return { count: isCounted ? (data?.total ?? 0) : 0, isExact: data?.total_is_exact ?? true }
}
