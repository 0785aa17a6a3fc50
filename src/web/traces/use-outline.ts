import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../api/index.ts'

/** What is shown at once; the rest follows in larger pages. */
const [firstPage, otherPages] = [2_000, 20_000]

/** All spans of a trace, without what they say: the first of them at once, the others as they come. */
export function useOutline(trace_id: string) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['trace', trace_id],
    queryFn: ({ pageParam, signal }) =>
      call('readTraceOutline', {
        params: { trace_id },
        query: pageParam === '' ? { limit: firstPage } : { limit: otherPages, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage])
  const spans = useMemo(() => data?.pages.flatMap((page) => page.spans) ?? [], [data])
  return { spans, first: data?.pages[0], isWhole: data !== undefined && !hasNextPage, error, refetch }
}
