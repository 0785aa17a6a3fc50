import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, pagesOf } from '../api/index.ts'

/** Spans of the first page, which is small so that it is shown soon, and of later pages. */
const [firstPage, otherPages] = [2_000, 20_000]

/** All spans of a trace without their content, page by page. */
export function useOutline(trace_id: string) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...pagesOf(['trace', trace_id], (from, signal) =>
      call('readTraceOutline', {
        params: { trace_id },
        query: { limit: from.cursor === undefined ? firstPage : otherPages, ...from },
        signal,
      }),
    ),
    placeholderData: undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const pages = data?.pages.length ?? 0
  // The effect depends on the number of pages too: on a busy processor a page may begin and arrive between
  // two renderings.
  useEffect(() => {
    if (pages > 0 && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [pages, hasNextPage, isFetchingNextPage, error, fetchNextPage])
  const spans = useMemo(() => data?.pages.flatMap((page) => page.spans) ?? [], [data])
  return { spans, first: data?.pages[0], isWhole: data !== undefined && !hasNextPage, error, refetch }
}
