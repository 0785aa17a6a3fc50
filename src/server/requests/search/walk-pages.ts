import type { LogSearch } from './log-search.ts'
import type { Found, Position } from './plan-queries.ts'

export interface WalkedRequests {
  readonly found: readonly Found[]
  readonly isLast: boolean
}

/**
 * Pages of matching requests in the order of the query. Pages double up to the largest, because a page of a frequent word
 * takes as long for a hundred requests as for thousands.
 */
export async function* walkPages(
  search: LogSearch,
  { first, largest }: { readonly first: number; readonly largest: number },
): AsyncGenerator<WalkedRequests> {
  let after: Position | null = null
  for (let limit = first; ; limit = Math.min(2 * limit, largest)) {
    const found: readonly Found[] = await search.page({ after, offset: 0, limit })
    const last = found.at(-1)
    const isLast = !last || found.length < limit
    yield { found, isLast }
    if (isLast) return
    after = last
  }
}
