import type { LogSearch } from './log-search.ts'
import type { Found, Position } from './plan-queries.ts'

export interface WalkedRequests {
  readonly rows: readonly Found[]
  readonly isLast: boolean
}

/** Yields pages of matching requests in the order of the query. */
export async function* walkPages(search: LogSearch, pageSize: number): AsyncGenerator<WalkedRequests> {
  let after: Position | null = null
  for (;;) {
    const rows: readonly Found[] = await search.page({ after, offset: 0, limit: pageSize })
    const last = rows.at(-1)
    const isLast = !last || rows.length < pageSize
    yield { rows, isLast }
    if (isLast) return
    after = last
  }
}
