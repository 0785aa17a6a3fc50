import { sql } from 'kysely'
import type { SortField } from '../../../engine/search/index.ts'
import { searchDialect } from './dialect.ts'
import { necessary, type Posting, postingsOf, timeRangesOf } from './driver.ts'
import type { Search } from './open-search.ts'
import { countOfPosting, type Reach, reachesQuery } from './posting-queries.ts'
import type { Sql } from './search-dialect-queries.ts'

/** From which side a search is walked: chosen by how many requests each has, so that the rarest leads. */
export type Driver =
  | { readonly by: 'time' }
  /** `isFew`: its requests are known to be so few that the rest is asked of each by itself. */
  | { readonly by: 'facet'; readonly posting: Posting; readonly isFew?: boolean }
  | { readonly by: 'words' }

/** Where counting which side is rarer ends; beside words a posting of more does not lead. */
const most = 10_000
const mostBesideWords = 2_000
/** Of postings in the order asked for, it is enough to know how far the first of each reach. */
const mostReached = 1_000

/**
 * Up to how many requests are cheaper to fetch one by one and sort (4 microseconds each) than to look for along
 * the time (40 for each that is passed, and of `all` every `all / found` is one of the 25 to show).
 */
const fewOf = (all: number): number => Math.min(most, Math.max(100, Math.sqrt(250 * all)))

export async function chooseDriver({ store, workspace, query, words, ask }: Search): Promise<Driver> {
  const dialect = searchDialect(store)
  const tests = necessary(query.filter)
  const postings = postingsOf(tests)
  // Where no list of words can lead, the planner weighs their index against the time.
  const otherwise: Driver = { by: words.length > 0 && dialect.countOfWords ? 'words' : 'time' }
  if (postings.length === 0) return otherwise
  const ranges = timeRangesOf(tests)
  const isInOrder = words.length === 0 && query.sortBy === 'request_start_time'
  if (isInOrder && postings.every(({ values }) => values.length === 1)) {
    if (postings.length === 1) return { by: 'facet', posting: postings[0]! }
    const reaches = reachesQuery(dialect, workspace, postings, ranges, query.descending, mostReached)
    return sparsest(postings, await ask(reaches.compile(store.db)), query.descending)
  }
  const limit = words.length > 0 ? mostBesideWords : most
  const wanted = [
    ...postings.map((posting) => countOfPosting(dialect, workspace, posting, ranges, limit)),
    otherwise.by === 'words' ? dialect.countOfWords!(workspace, words, limit) : sql.lit(limit),
    extentOf(workspace),
  ]
  const named = wanted.map((count, index) => sql`${count} as ${sql.ref(`count_${index}`)}`)
  const compiled = sql<Record<string, number>>`select ${sql.join(named)}`.compile(store.db)
  const [row] = await ask(compiled)
  const found = wanted.map((_, index) => Number(row![`count_${index}`]))
  const [ofWords, all] = found.splice(-2) as [number, number]
  if (words.length === 0) return rarest(query.sortBy, postings, found, all)
  const least = Math.min(...found)
  return least < ofWords ? { by: 'facet', posting: postings[found.indexOf(least)]! } : otherwise
}

/**
 * Pure: of postings that are all in the order asked for. One that ends before the look does leads as the shortest,
 * else the one whose requests are farthest apart where the walk begins: the fewest of it are passed by.
 */
export function sparsest(
  postings: readonly Posting[],
  reaches: readonly Reach[],
  descending: boolean,
): Driver {
  const direction = descending ? 1 : -1
  const [first] = reaches.toSorted((a, b) =>
    a.requests < mostReached || b.requests < mostReached
      ? a.requests - b.requests
      : direction * (a.farthest! - b.farthest!),
  )
  return { by: 'facet', posting: postings[first!.place]!, isFew: first!.requests < mostReached }
}

/** Pure: the counts are those of the postings. */
export function rarest(
  sortBy: SortField,
  postings: readonly Posting[],
  counts: readonly number[],
  all: number,
): Driver {
  const least = Math.min(...counts)
  if (least < fewOf(all)) return { by: 'facet', posting: postings[counts.indexOf(least)]! }
  // In the order of one value the index is the list asked for, however many there are.
  const inOrder = sortBy === 'request_start_time' && rarestInOrder(postings, counts)
  return inOrder ? { by: 'facet', posting: inOrder } : { by: 'time' }
}

const rarestInOrder = (postings: readonly Posting[], counts: readonly number[]): Posting | undefined =>
  postings
    .map((posting, index) => ({ posting, count: counts[index]! }))
    .filter(({ posting }) => posting.values.length === 1)
    .sort((a, b) => a.count - b.count)[0]?.posting

/** No fewer than the requests of the workspace: from its first id to its last. */
const extentOf = (workspace: number): Sql<number> =>
  sql`coalesce((select max(id) from requests where workspace_id = ${workspace})
    - (select min(id) from requests where workspace_id = ${workspace}), 0)`
