import { useQuery } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import type { Listed } from './columns.tsx'
import { type Search, searchOf } from './filter/filters.ts'
import { newerThan } from './newer-than.ts'

export interface NewRequests {
  readonly count: number
  readonly isExact: boolean
}

/**
 * The number of requests in this search that the list does not show yet. It is read again when the stream of
 * changes announces requests. `hasMore` is true if more pages can be loaded.
 */
export function useNewRequests(
  search: Search,
  listed: readonly Listed[] | undefined,
  hasMore: boolean,
): NewRequests {
  // A list sorted by a score has no count, because most new requests have no score yet.
  const isCounted = listed !== undefined && search.from === undefined && search.sortScore === undefined
  const { filters: newFilters, listedCount } = newerThan(search, listed ?? [], hasMore)
  const { data } = useQuery({
    queryKey: ['new-requests', search, newFilters],
    queryFn: ({ signal }) => {
      const { filter_group, q } = searchOf(search, Date.now())
      const filters = [...(filter_group?.filters ?? []), ...newFilters]
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
  return {
    count: isCounted && data ? Math.max(0, data.total - listedCount) : 0,
    isExact: data?.total_is_exact ?? true,
  }
}
