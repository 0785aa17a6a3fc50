import type { Range, SearchQuery } from '../../../engine/search/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import { extentQuery } from '../analytics/overview-queries.ts'
import { chooseDriver } from '../search/choose-driver-queries.ts'
import { findPage } from '../search/find-page.ts'
import type { Found, Position } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'

/**
 * All matching requests by start time, in pages. A page that times out is retried over a shorter time span,
 * so any search ends and no query holds a reader for long.
 */
export async function* walk(
  search: Search,
  from: Position | null,
  limit: number,
): AsyncGenerator<readonly Found[]> {
  const { query } = search
  const [extent] = await search.runQuery(extentQuery(search))
  if (extent!.start === null || extent!.end === null) return
  const [start, end] = [extent!.start, extent!.end]
  const driver = await chooseDriver(search)
  const { descending } = query
  let after = from
  let edge = from ? Number(from.value) : descending ? end : start
  let width = Math.max(1, end - start)
  while (descending ? edge >= start : edge <= end) {
    const sliced = { ...search, query: within(query, slice(descending, edge, width)) }
    let found: Found[]
    try {
      found = await findPage(sliced, driver, { after, offset: 0, limit })
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

const within = (query: SearchQuery, range: Range): SearchQuery => ({
  ...query,
  filter: { type: 'all', of: [query.filter, { type: 'number', field: 'request_start_time', range }] },
})
