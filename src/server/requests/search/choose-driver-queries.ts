import { sql } from 'kysely'
import type { SearchQuery, Test } from '../../../engine/search/index.ts'
import { searchDialect } from './dialect.ts'
import { type Posting, postingsOf, requiredTests, timeRangesOf } from './driver.ts'
import { countOfPosting, type PostingSample, samplesQuery } from './posting-queries.ts'
import { countOfScores, isListedScore, type ListedScore, scoreNamesQuery } from './score-list-queries.ts'
import type { Search } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'

/** Where a search starts: at the part of the filter with the fewest requests. */
export type Driver =
  | { readonly by: 'time' }
  /** `isFew`: the posting is so short that its requests are tested one by one. */
  | { readonly by: 'facet'; readonly posting: Posting; readonly isFew?: boolean }
  | { readonly by: 'words' }
  /** One of the required tests of scores. If it names no score, it becomes one test for each name. */
  | { readonly by: 'score'; readonly tests: readonly ListedScore[] }

/**
 * Counts stop at this number. If the search has words, only a posting of at most 2,000 requests is chosen before them.
 */
const maxCount = 10_000
const maxCountBesideWords = 2_000
/**
 * Number of requests that are read from the start of each posting. The time that they cover shows how dense the posting
 * is.
 */
const sampleSize = 1_000

/**
 * With fewer requests than this, fetching and sorting them (4 µs each) is faster than walking along the time, which
 * takes 40 µs for each request passed. A page of 25 passes 25 * all / matching requests.
 */
const fetchLimit = (all: number): number => Math.min(maxCount, Math.max(100, Math.sqrt(250 * all)))

export async function chooseDriver(search: Search): Promise<Driver> {
  const tests = requiredTests(search.query.filter)
  const alternative = await chooseWithoutScores(search, tests)
  const scores = await listedScores(search, tests)
  return scores.length === 0 ? alternative : preferScore(search, tests, scores, alternative)
}

/** A test without a score's name is looked up under each name, if there are at most this many. */
const maxNames = 20

/** The required tests that the indexes of scores by value can list. A test without a name becomes one for each name. */
async function listedScores(
  { store, workspace, runQuery }: Search,
  tests: readonly Test[],
): Promise<(readonly ListedScore[])[]> {
  const scoreLists = tests.filter(isListedScore).map((test) => [test])
  const unnamed = tests.flatMap((test) => (test.type === 'score' && test.name === null ? [test] : []))
  if (unnamed.length === 0) return scoreLists
  const names = await runQuery(scoreNamesQuery(workspace, maxNames + 1).compile(store.db))
  if (names.length > maxNames) return scoreLists
  return [...scoreLists, ...unnamed.map((test) => names.map(({ name }) => ({ ...test, name })))]
}

/** Chooses the rarest score if it has few requests, and fewer than the driver `alternative`. */
async function preferScore(
  { store, workspace, words, runQuery }: Search,
  tests: readonly Test[],
  scores: readonly (readonly ListedScore[])[],
  alternative: Driver,
): Promise<Driver> {
  const dialect = searchDialect(store)
  const limit = words.length > 0 ? maxCountBesideWords : maxCount
  const countOfAlternative =
    alternative.by === 'facet'
      ? countOfPosting(dialect, workspace, alternative.posting, timeRangesOf(tests), limit)
      : alternative.by === 'words'
        ? dialect.countOfWords!(workspace, words, limit)
        : sql.lit(limit)
  const counts = [
    ...scores.map((named) => countOfScores(dialect, workspace, named, limit)),
    countOfAlternative,
    extentOf(workspace),
  ]
  const lengths = await countAll({ store, runQuery }, counts)
  const [alternativeCount, all] = lengths.splice(-2) as [number, number]
  const shortest = Math.min(...lengths)
  return shortest < alternativeCount && shortest < fetchLimit(all)
    ? { by: 'score', tests: scores[lengths.indexOf(shortest)]! }
    : alternative
}

async function chooseWithoutScores(
  { store, workspace, query, words, runQuery }: Search,
  tests: readonly Test[],
): Promise<Driver> {
  const dialect = searchDialect(store)
  const postings = postingsOf(tests)
  // If the engine cannot count words, its planner decides between the word index and the time.
  const fallback: Driver = { by: words.length > 0 && dialect.countOfWords ? 'words' : 'time' }
  if (postings.length === 0) return fallback
  const ranges = timeRangesOf(tests)
  const isInOrder = words.length === 0 && query.sortBy === 'request_start_time'
  if (isInOrder && postings.every(({ values }) => values.length === 1)) {
    if (postings.length === 1) return { by: 'facet', posting: postings[0]! }
    const samples = samplesQuery(dialect, workspace, postings, ranges, query.descending, sampleSize)
    return sparsestDriver(postings, await runQuery(samples.compile(store.db)), query.descending)
  }
  const limit = words.length > 0 ? maxCountBesideWords : maxCount
  const counts = [
    ...postings.map((posting) => countOfPosting(dialect, workspace, posting, ranges, limit)),
    fallback.by === 'words' ? dialect.countOfWords!(workspace, words, limit) : sql.lit(limit),
    extentOf(workspace),
  ]
  const lengths = await countAll({ store, runQuery }, counts)
  const [ofWords, all] = lengths.splice(-2) as [number, number]
  if (words.length === 0) return rarestDriver(query.sortBy, postings, lengths, all)
  const shortest = Math.min(...lengths)
  return shortest < ofWords ? { by: 'facet', posting: postings[lengths.indexOf(shortest)]! } : fallback
}

/** Runs all counts in one query. */
async function countAll(
  { store, runQuery }: Pick<Search, 'store' | 'runQuery'>,
  counts: readonly Sql<number>[],
): Promise<number[]> {
  const countColumns = counts.map((count, index) => sql`${count} as ${sql.ref(`count_${index}`)}`)
  const [row] = await runQuery(
    sql<Record<string, number>>`select ${sql.join(countColumns)}`.compile(store.db),
  )
  return counts.map((_, index) => Number(row![`count_${index}`]))
}

/**
 * Chooses among postings in the order of the search. The shortest is chosen if it ends within the sample. Otherwise the
 * posting with the fewest requests per time is chosen, because the walk passes the fewest of them.
 */
export function sparsestDriver(
  postings: readonly Posting[],
  samples: readonly PostingSample[],
  descending: boolean,
): Driver {
  const direction = descending ? 1 : -1
  const [first] = samples.toSorted((a, b) =>
    a.requests < sampleSize || b.requests < sampleSize
      ? a.requests - b.requests
      : direction * (a.farthest! - b.farthest!),
  )
  return { by: 'facet', posting: postings[first!.posting_index]!, isFew: first!.requests < sampleSize }
}

/** Chooses a driver by the `counts` of the postings. */
export function rarestDriver(
  sortBy: SearchQuery['sortBy'],
  postings: readonly Posting[],
  counts: readonly number[],
  all: number,
): Driver {
  const smallest = Math.min(...counts)
  if (smallest < fetchLimit(all)) return { by: 'facet', posting: postings[counts.indexOf(smallest)]! }
  // The index has the requests of one value in the order of the search, so no sorting is needed.
  const inOrder = sortBy === 'request_start_time' && rarestInOrder(postings, counts)
  return inOrder ? { by: 'facet', posting: inOrder } : { by: 'time' }
}

const rarestInOrder = (postings: readonly Posting[], counts: readonly number[]): Posting | undefined =>
  postings
    .map((posting, index) => ({ posting, count: counts[index]! }))
    .filter(({ posting }) => posting.values.length === 1)
    .sort((a, b) => a.count - b.count)[0]?.posting

/** An upper bound for the number of requests: last id minus first id. */
const extentOf = (workspace: number): Sql<number> =>
  sql`coalesce((select max(id) from requests where workspace_id = ${workspace})
    - (select min(id) from requests where workspace_id = ${workspace}), 0)`
