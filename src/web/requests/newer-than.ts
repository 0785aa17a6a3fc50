import type { Listed } from './columns.tsx'
import type { Search } from './filter/filters.ts'

/** A new request may have started this long before the newest listed one, because it is logged when it ends. */
const overlapMilliseconds = 10 * 60_000

const endOfTime = '9999-12-31'

type ListedStart = Pick<Listed, 'id' | 'request_start_time'>

/**
 * Filters that match the new requests and some listed requests; `listedCount` is the number of these listed requests.
 * `hasMore` is true if the list is not complete. A list in the order of time uses start times and not ids, because each
 * process takes its ids from its own block. Lists in other orders must use ids, and miss requests of a process with an older
 * block.
 */
export function newerThan({ sortBy, rising }: Search, listed: readonly ListedStart[], hasMore: boolean) {
  const startOf = (request: ListedStart) => Date.parse(request.request_start_time)
  const starts = listed.map(startOf)
  const latest = Math.max(0, ...starts)
  const since = Math.max(0, latest - overlapMilliseconds)
  // A listed start is cut to milliseconds, so a filter "after" it would match the request itself.
  const after = (start: number) => ({
    field: 'request_start_time' as const,
    operator: 'between' as const,
    value: [new Date(start + 1).toISOString(), endOfTime],
  })
  if ((sortBy ?? 'request_start_time') !== 'request_start_time' || rising === true) {
    const newest = Math.max(0, ...listed.map(({ id }) => id))
    return {
      filters: [{ field: 'pl_id', operator: 'gt', value: newest } as const, after(since)],
      listedCount: 0,
    }
  }
  const from = hasMore && listed.length > 0 ? Math.max(since, Math.min(...starts)) : since
  return { filters: [after(from)], listedCount: starts.filter((start) => start > from).length }
}
