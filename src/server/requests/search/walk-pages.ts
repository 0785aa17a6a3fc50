import type { LogSearch } from './log-search.ts'
import type { FoundRequest, Position } from './plan-queries.ts'

export interface WalkedRequests {
  readonly rows: readonly FoundRequest[]
  readonly isLast: boolean
}

/** The size of the first page; each further page is twice as long, up to the greatest size. */
export interface PageSizes {
  readonly first: number
  readonly max: number
}

/** Yields pages of matching requests in the order of the query, from the first after `start`. */
export async function* walkPages(
  search: LogSearch,
  size: number | PageSizes,
  start: Position | null = null,
): AsyncGenerator<WalkedRequests> {
  const { first, max } = typeof size === 'number' ? { first: size, max: size } : size
  let after = start
  for (let limit = first; ; limit = Math.min(2 * limit, max)) {
    const rows = await search.page({ after, offset: 0, limit })
    const last = rows.at(-1)
    const isLast = !last || rows.length < limit
    yield { rows, isLast }
    if (isLast) return
    after = last
  }
}
