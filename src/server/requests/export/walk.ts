import type { Range } from '../../../engine/search/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import type { Extent } from '../analytics/overview-queries.ts'

/** A row of a search that is sorted by start time. */
export interface WalkRow<Id> {
  readonly id: Id
  readonly value: number | string
}

/** A search of requests or traces by start time. */
interface WalkSearch<Id> {
  readonly query: { readonly descending: boolean }
  /** Start times of the workspace's first and last row, matching or not. */
  extent(): Promise<Extent>
  page(page: WalkPage<Id>): Promise<readonly WalkRow<Id>[]>
}

export interface WalkPage<Id> {
  readonly after: WalkRow<Id> | null
  readonly offset: number
  readonly limit: number
  readonly within: Range
}

/**
 * Yields all matching rows by start time, in pages. A page that times out is tried again over a shorter time span, so
 * any search ends and no query uses a reader for long.
 */
export async function* walk<Id>(
  search: WalkSearch<Id>,
  from: WalkRow<Id> | null,
  limit: number,
): AsyncGenerator<readonly WalkRow<Id>[]> {
  const { start, end } = await search.extent()
  if (start === null || end === null) return
  const { descending } = search.query
  let after = from
  let edge = from ? Number(from.value) : descending ? end : start
  let width = Math.max(1, end - start)
  while (descending ? edge >= start : edge <= end) {
    let page: readonly WalkRow<Id>[]
    try {
      page = await search.page({ after, offset: 0, limit, within: slice(descending, edge, width) })
    } catch (error) {
      if (!(error instanceof QueryTooSlowError) || width <= 1) throw error
      width = Math.max(1, width / 16)
      continue
    }
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last) after = last
    if (last && page.length === limit) {
      edge = Number(last.value)
      continue
    }
    edge += descending ? -width : width
    width *= 4
  }
}

/** A span of `width` milliseconds from `edge` in walking direction. Its far end belongs to the next span. */
const slice = (descending: boolean, edge: number, width: number): Range =>
  descending
    ? { from: edge - width, to: edge, includesFrom: false, includesTo: true }
    : { from: edge, to: edge + width, includesFrom: true, includesTo: false }
