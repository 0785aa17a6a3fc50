import type { LogSearch } from './log-search.ts'
import type { Found, Position } from './plan-queries.ts'

/** Pages of matching requests in the order of the query. A page that is not full is the last. */
export async function* walkPages(search: LogSearch, pageSize: number): AsyncGenerator<readonly Found[]> {
  let after: Position | null = null
  for (;;) {
    const page: readonly Found[] = await search.page({ after, offset: 0, limit: pageSize })
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last
  }
}
