import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/index.ts'

/** Whether the log is empty. The query runs only if an unfiltered list is empty. */
export function useIsEmptyLog(isPossible: boolean): boolean | undefined {
  const { data } = useQuery({
    ...queryOf(['requests', 'any'], 'searchRequests', { body: { per_page: 1 } }),
    enabled: isPossible,
  })
  return isPossible ? data && data.items.length === 0 : false
}
