import type { SortScore } from '../../../engine/search/index.ts'
import type { FoundRequest, Page } from './plan-queries.ts'
import { matchesAmong, meansQuery, ratedQuery } from './score-order-queries.ts'
import type { Search } from './search.ts'

/** Rows that are tested at once, at first and in each further step. */
const firstWindow = 1_000
const growth = 8

/** Finds a page in the order of a score that many requests have. Takes the first matches of both tables of scores. */
export async function walkScores(
  search: Search,
  test: SortScore,
  { after, offset, limit }: Page,
): Promise<FoundRequest[]> {
  const page = { after, limit: offset + limit }
  const ratedRows = await search.runQuery(ratedQuery(search, test, page))
  const givenScores = await walkGiven(search, test, page)
  return inOrder(search, [...ratedRows, ...givenScores]).slice(offset, offset + limit)
}

const walkGiven = (
  search: Search,
  test: SortScore,
  page: Pick<Page, 'after' | 'limit'>,
): Promise<FoundRequest[]> =>
  walkMeans(page, {
    means: (after, limit) => search.runQuery(meansQuery(search, test, { after, limit })),
    matches: (ids) => search.runQuery(matchesAmong(search, test, ids)),
  })

/** A scored request or trace, with the mean of its numbers. */
interface Scored {
  readonly id: number | string
  readonly value: number | string
}

interface ScoredList<Row extends Scored> {
  /** The next rows in order, whether they match the search or not. */
  readonly means: (after: Row | null, limit: number) => Promise<Row[]>
  /** The rows of these ids that match the search. */
  readonly matches: (ids: readonly Row['id'][]) => Promise<readonly Pick<Row, 'id'>[]>
}

/**
 * Walks in windows, because SQLite would join and sort all 200,000 scores of a name for one page, which takes a second.
 */
export async function walkMeans<Row extends Scored>(
  { after, limit }: { readonly after: Row | null; readonly limit: number },
  list: ScoredList<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  let position = after
  for (let size = firstWindow; ; size *= growth) {
    const means = await list.means(position, size)
    if (means.length === 0) return rows
    const matches = new Set((await list.matches(means.map(({ id }) => id))).map(({ id }) => id))
    rows.push(...means.filter(({ id }) => matches.has(id)))
    if (means.length < size || rows.length >= limit) return rows.slice(0, limit)
    position = means.at(-1)!
  }
}

/** The requests in the order of the search. */
export function inOrder({ query }: Pick<Search, 'query'>, rows: readonly FoundRequest[]): FoundRequest[] {
  const direction = query.descending ? -1 : 1
  return rows.toSorted((a, b) =>
    a.value === b.value ? direction * (a.id - b.id) : a.value < b.value ? -direction : direction,
  )
}
