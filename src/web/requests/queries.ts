import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { pagesOf } from '../api/index.ts'

interface Page<Row> {
  readonly items: readonly Row[]
  readonly next_cursor: string | null
}

type Options<OnePage extends Page<unknown>> = ReturnType<typeof pagesOf<readonly unknown[], OnePage>> & {
  readonly refetchOnWindowFocus?: boolean
  readonly staleTime?: number
  readonly gcTime?: number
}

/** The rows of a `RowList` and the callback that reads its next page. */
export function usePages<OnePage extends Page<unknown>>(options: Options<OnePage>) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching, isPlaceholderData } =
    useInfiniteQuery(options)
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const rows = (data?.pages.flatMap(({ items }) => items) ?? []) as OnePage['items'][number][]
  return { data, error, refetch, rows, more, hasNextPage, isPlaceholderData, first: data?.pages[0] }
}
