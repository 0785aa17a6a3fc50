import { useQuery } from '@tanstack/react-query'
import { call, pagesOf, queryOf } from '../api/index.ts'
import { type Filters, isFiltered, type Search, searchOf } from './filter/filters.ts'
import { usePages } from './queries.ts'
import { useCount } from './use-count.ts'
import { useNewRequests } from './use-new-requests.ts'

const perPage = 25

/** The rows of a search, page by page, and how many there are. */
export function useRequestLog(
  search: Search,
  filters: Filters,
  { withInput, withOutput }: { readonly withInput: boolean; readonly withOutput: boolean },
) {
  const {
    rows: requests,
    first,
    hasNextPage,
    isPlaceholderData: isStale,
    ...list
  } = usePages({
    ...pagesOf(['requests', search, withInput, withOutput], (from, signal) =>
      call('searchRequests', {
        body: {
          ...searchOf(search, Date.now()),
          per_page: perPage,
          include_prompt_name: true,
          include_input_preview: withInput,
          include_output_preview: withOutput,
          ...from,
        },
        signal,
      }),
    ),
    refetchOnWindowFocus: false,
    // New requests are shown only after a click on the button, so that rows do not move.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isEmpty = first !== undefined && requests.length === 0
  const isEmptyLog = useIsEmptyLog(isEmpty && !isFiltered(filters))
  const newer = useNewRequests(search, isStale ? undefined : first && requests, hasNextPage)
  const { count, showCount } = useCount(first, JSON.stringify(filters))
  // `isStale`: the rows are those of the previous search.
  return { ...list, requests, isStale, newer, isEmpty, isEmptyLog, count, showCount }
}

/** Whether the log is empty. The query runs only if an unfiltered list is empty. */
function useIsEmptyLog(isPossible: boolean): boolean | undefined {
  const { data } = useQuery({
    ...queryOf(['requests', 'any'], 'searchRequests', { body: { per_page: 1 } }),
    enabled: isPossible,
  })
  return isPossible ? data && data.items.length === 0 : false
}
