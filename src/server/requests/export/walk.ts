import type { Range } from '../../../engine/search/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import type { LogSearch } from '../search/log-search.ts'
import type { Found, Position } from '../search/plan-queries.ts'

/**
 * All matching requests by start time, in pages. A page that times out is retried over a shorter time span,
 * so any search ends and no query holds a reader for long.
 */
export async function* walk(
  search: Pick<LogSearch, 'query' | 'extent' | 'page'>,
  from: Position | null,
  limit: number,
): AsyncGenerator<readonly Found[]> {
  const { start, end } = await search.extent()
  if (start === null || end === null) return
  const { descending } = search.query
  let after = from
  let edge = from ? Number(from.value) : descending ? end : start
  let width = Math.max(1, end - start)
  while (descending ? edge >= start : edge <= end) {
    let found: readonly Found[]
    try {
      found = await search.page({ after, offset: 0, limit, within: slice(descending, edge, width) })
    } catch (error) {
      if (!(error instanceof QueryTooSlowError) || width <= 1) throw error
      width = Math.max(1, width / 16)
      continue
    }
    if (found.length > 0) yield found
    const last = found.at(-1)
    if (last) after = { value: last.value, id: Number(last.id) }
    if (last && found.length === limit) {
      edge = Number(last.value)
      continue
    }
    edge += descending ? -width : width
    width *= 4
  }
}

/**
 * A span of `width` milliseconds from the edge, in walking direction; its far end belongs to the next span.
 */
const slice = (descending: boolean, edge: number, width: number): Range =>
  descending
    ? { from: edge - width, to: edge, includesFrom: false, includesTo: true }
    : { from: edge, to: edge + width, includesFrom: true, includesTo: false }
