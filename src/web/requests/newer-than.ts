import type { Listed } from './columns.tsx'
import type { Search } from './filter/filters.ts'

/**
 * Milliseconds before the newest listed request in which a new request may have started, because a request is
 * logged when it ends.
 */
const backMilliseconds = 10 * 60_000

type Place = Pick<Listed, 'id' | 'request_start_time'>

/**
 * Filters that match the new requests and `known` of the listed ones. `hasMore`: older requests match too.
 * In the order of time, ids say nothing: each process takes its ids from a block of its own. In other orders, new
 * requests can only be told by their larger ids, which misses those of a process with an older block.
 */
export function newerThan({ sortBy, rising }: Search, listed: readonly Place[], hasMore: boolean) {
  const startOf = (request: Place) => Date.parse(request.request_start_time)
  const starts = listed.map(startOf)
  const latest = Math.max(0, ...starts)
  const since = Math.max(0, latest - backMilliseconds)
  const after = (value: number) =>
    ({ field: 'request_start_time', operator: 'after', value: new Date(value).toISOString() }) as const
  if ((sortBy ?? 'request_start_time') !== 'request_start_time' || rising === true) {
    const newest = Math.max(0, ...listed.map(({ id }) => id))
    return { filters: [{ field: 'pl_id', operator: 'gt', value: newest } as const, after(since)], known: 0 }
  }
  const from = hasMore && listed.length > 0 ? Math.max(since, Math.min(...starts)) : since
  return { filters: [after(from)], known: starts.filter((start) => start > from).length }
}
