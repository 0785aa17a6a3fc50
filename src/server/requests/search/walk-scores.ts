import type { SortScore } from '../../../engine/search/index.ts'
import type { Found, Page, Position } from './plan-queries.ts'
import { matchesAmong, meansQuery, ratedQuery } from './score-order-queries.ts'
import type { Search } from './search.ts'

/** Number of requests that are tested at once: of the first step, and then of each further step. */
const firstWindow = 1_000
const growth = 8

/** Finds a page in the order of a score that many requests have. Takes the first matches of both tables of scores. */
export async function walkScores(
  search: Search,
  test: SortScore,
  { after, offset, limit }: Page,
): Promise<Found[]> {
  const page = { after, limit: offset + limit }
  const rated = await search.runQuery(ratedQuery(search, test, page))
  const givenScores = await walkGiven(search, test, page)
  return inOrder(search, [...rated, ...givenScores]).slice(offset, offset + limit)
}

/** Walks in windows. For one page, SQLite would join and sort all 200,000 scores of a name, which takes a second. */
async function walkGiven(
  search: Search,
  test: SortScore,
  { after, limit }: Pick<Page, 'after' | 'limit'>,
): Promise<Found[]> {
  const found: Found[] = []
  let position: Position | null = after
  for (let size = firstWindow; ; size *= growth) {
    const means: Found[] = await search.runQuery(meansQuery(search, test, { after: position, limit: size }))
    if (means.length === 0) return found
    const ids = means.map(({ id }) => id)
    const matches = new Set((await search.runQuery(matchesAmong(search, test, ids))).map(({ id }) => id))
    found.push(...means.filter(({ id }) => matches.has(id)))
    if (means.length < size || found.length >= limit) return found.slice(0, limit)
    position = means.at(-1)!
  }
}

/** The requests in the order of the search. */
export function inOrder({ query }: Pick<Search, 'query'>, rows: readonly Found[]): Found[] {
  const direction = query.descending ? -1 : 1
  return rows.toSorted((a, b) =>
    a.value === b.value ? direction * (a.id - b.id) : a.value < b.value ? -direction : direction,
  )
}
