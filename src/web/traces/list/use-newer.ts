import { useQuery } from '@tanstack/react-query'
import { newerBodyOf, type Sorted } from './trace-search.ts'

/** Milliseconds between two counts of new rows. */
const interval = 10_000

type Body = ReturnType<typeof newerBodyOf> & { readonly per_page: number }

/** The number of rows in this search that are newer than the first row, whose time is `newest`. */
export function useNewer<Sort extends string>(
  list: string,
  { sortBy, sortScore, rising, ...search }: Sorted<Sort>,
  newest: string | undefined,
  count: (body: Body, signal: AbortSignal) => Promise<{ readonly total: number | null }>,
): number {
  const isCounted =
    newest !== undefined &&
    sortBy === undefined &&
    sortScore === undefined &&
    !rising &&
    search.to === undefined
  const { data } = useQuery({
    queryKey: ['newer', list, search, newest],
    queryFn: ({ signal }) => count({ ...newerBodyOf(search, newest!, Date.now()), per_page: 1 }, signal),
    enabled: isCounted,
    refetchInterval: interval,
    placeholderData: undefined,
  })
  return isCounted ? (data?.total ?? 0) : 0
}
