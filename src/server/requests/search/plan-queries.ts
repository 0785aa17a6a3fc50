import { type CompiledQuery, sql } from 'kysely'
import type { Range, SearchQuery, SortField } from '../../../engine/search/index.ts'
import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { fromArrivals, isIndexed, looksAtArrivals } from './arrival-queries.ts'
import { columnOf, conditionOf, rangeOf } from './condition-queries.ts'
import { searchDialect } from './dialect.ts'
import { isEverything, isOfIndex, necessary, type Posting, postingsOf, timeRangesOf } from './driver.ts'
import type { Search } from './open-search.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'

/** From which side a search is walked: chosen by how many requests each has, so that the rarest leads. */
export type Driver =
  | { readonly by: 'time' }
  | { readonly by: 'facet'; readonly posting: Posting }
  | { readonly by: 'words' }

/** Where counting which side is rarer ends. */
const most = 25_000

/**
 * Up to how many requests are cheaper to fetch one by one and sort (4 microseconds each) than to look for along
 * the time (40 for each that is passed, and of `all` every `all / found` is one of the 25 to show).
 */
const fewOf = (all: number): number => Math.min(most, Math.max(100, Math.sqrt(250 * all)))

export async function chooseDriver({ store, workspace, query, patience }: Search): Promise<Driver> {
  const dialect = searchDialect(store)
  const tests = necessary(query.filter)
  const postings = postingsOf(tests)
  const counts = postings.map((posting) => countOf(dialect, workspace, posting, timeRangesOf(tests)))
  const words = query.words.length > 0 && dialect.countOfWords?.(workspace, query.words, most)
  const isOnlyChoice = postings.length === 1 && postings[0]!.values.length === 1 && query.words.length === 0
  if (isOnlyChoice && query.sortBy === 'request_start_time') return { by: 'facet', posting: postings[0]! }
  if (counts.length === 0 && !words) return { by: 'time' }
  const wanted = [...counts, ...(words ? [words] : []), extentOf(workspace)]
  const named = wanted.map((count, index) => sql`${count} as ${sql.ref(`count_${index}`)}`)
  const compiled = sql<Record<string, number>>`select ${sql.join(named)}`.compile(store.db)
  const [row] = await store.question(compiled, patience)
  const found = wanted.map((_, index) => Number(row![`count_${index}`]))
  return rarest(query.sortBy, postings, found.slice(0, -1), found.at(-1)!)
}

/** Pure: the counts are those of the postings, then that of the words where it was asked for. */
export function rarest(
  sortBy: SortField,
  postings: readonly Posting[],
  counts: readonly number[],
  all: number,
): Driver {
  const least = Math.min(...counts)
  const posting = postings[counts.indexOf(least)]
  if (least < fewOf(all)) return posting ? { by: 'facet', posting } : { by: 'words' }
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

const placeOf = (workspace: number, { kind, key, values }: Posting): Sql =>
  sql`workspace_id = ${workspace} and kind = ${kind} and key = ${key} and value in (${sql.join(values)})`

const timesOf = (dialect: SearchDialect, column: Sql<number>, ranges: readonly Range[]): Sql =>
  sql.join([sql`1 = 1`, ...ranges.map((range) => rangeOf(dialect, column, range))], sql` and `)

function countOf(
  dialect: SearchDialect,
  workspace: number,
  posting: Posting,
  ranges: readonly Range[],
): Sql<number> {
  return sql`(select count(*) from (select 1 from request_facets where ${placeOf(workspace, posting)}
    and ${timesOf(dialect, sql.ref('started_at'), ranges)} limit ${most}) counted)`
}

/** The last request of a page: the next page begins behind it. */
export interface Position {
  readonly value: number | string
  readonly id: number
}

export interface Page {
  readonly after: Position | null
  readonly offset: number
  readonly limit: number
}

export interface Found {
  readonly id: number
  readonly value: number | string
}

/** One page of ids, in order. */
export function pageQuery(search: Search, driver: Driver, page: Page): CompiledQuery<Found> {
  const { sortBy } = search.query
  const isInOrder =
    driver.by === 'facet' && driver.posting.values.length === 1 && sortBy === 'request_start_time'
  const isJoined = isInOrder && !isIndexEnough(search, driver)
  const value = isJoined ? sql`f.started_at` : sortColumn(sortBy)
  const id = isJoined ? sql`f.request_id` : sql`r.id`
  const source = isInOrder ? leanSourceOf(search, driver) : sourceOf(search, driver)
  return sql<Found>`select r.id as id, ${sortColumn(sortBy)} as value from ${source}
    where ${whereOf(search, driver)} and ${pageSql(search, page, value, id)}`.compile(search.store.db)
}

/** The same of those on their way into the index. */
export function arrivedPageQuery(search: Search, page: Page): CompiledQuery<Found> {
  const value = sortColumn(search.query.sortBy)
  return sql<Found>`select r.id as id, ${value} as value ${fromArrivals(search)}
    and ${pageSql(search, page, value, sql`r.id`)}`.compile(search.store.db)
}

/** What is behind the last page, in order, and how much of it. */
function pageSql(search: Search, page: Page, value: Sql<unknown>, id: Sql<unknown>): Sql<unknown> {
  const { descending } = search.query
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = descending ? sql`<` : sql`>`
  const keyset = page.after
    ? sql`(${value}, ${id}) ${beyond} (${positionValue(search, page.after.value)}, ${page.after.id})`
    : sql`1 = 1`
  return sql`${keyset} order by ${value} ${direction}, ${id} ${direction} limit ${page.limit} offset ${page.offset}`
}

/** How many there are, counted up to a limit. */
export function countQuery(search: Search, driver: Driver, limit: number): CompiledQuery<{ total: number }> {
  const { store, query } = search
  // Counting needs no order, so words are always the shorter way where they are all that is asked.
  const isWords =
    query.words.length > 0 && isEverything(query.filter) && searchDialect(store).fromWords !== null
  const way: Driver = isWords ? { by: 'words' } : driver
  const arrived = looksAtArrivals(search, way) ? sql`union all select 1 ${fromArrivals(search)}` : sql``
  return sql<{ total: number }>`select count(*) as total from (
    select 1 as one from ${leanSourceOf(search, way)}
    where ${whereOf(search, way)} ${arrived} limit ${limit}) counted`.compile(store.db)
}

/** The newest requests that are found, for a query around it. */
export function matchingRequests(search: Search, driver: Driver, limit: number): Sql<unknown> {
  const newest = sql`order by r.started_at desc, r.id desc limit ${limit}`
  const indexed = sql`select r.* from ${sourceOf(search, driver)} where ${whereOf(search, driver)} ${newest}`
  if (!looksAtArrivals(search, driver)) return indexed
  return sql`select r.* from (select * from (${indexed})
    union all select * from (select r.* ${fromArrivals(search)} ${newest})) r ${newest}`
}

/** All requests that are found, as the rest of a query whose requests are called `r`. */
export function fromMatching(search: Search, driver: Driver): Sql<unknown> {
  const indexed = sql`from ${sourceOf(search, driver)} where ${whereOf(search, driver)}`
  return looksAtArrivals(search, driver)
    ? sql`from (select r.* ${indexed} union all select r.* ${fromArrivals(search)}) r where 1 = 1`
    : indexed
}

const sortColumn = (field: SortField): Sql<number | string> =>
  field === 'status' ? sql<string>`r.status` : columnOf(field)

function positionValue({ store }: Search, value: number | string): Sql<number | string> {
  return typeof value === 'string' ? sql`${value}` : searchDialect(store).number(value)
}

/** Where a walk begins. A facet and its requests are called `f` and `r`. */
function sourceOf({ store, workspace, query }: Search, driver: Driver): Sql<unknown> {
  const dialect = searchDialect(store)
  if (driver.by === 'time') return sql`requests r`
  if (driver.by === 'words')
    return sql`${dialect.fromWords!(workspace, query.words)} ${dialect.joinRequests(workspace)}`
  return sql`(${postingRows(dialect, workspace, query, driver.posting)}) f ${dialect.joinRequests(workspace)}`
}

function postingRows(
  dialect: SearchDialect,
  workspace: number,
  query: SearchQuery,
  posting: Posting,
): Sql<unknown> {
  const kind = posting.values.length === 1 ? sql`` : sql`distinct`
  return sql`select ${kind} workspace_id, started_at, request_id from request_facets
    where ${placeOf(workspace, posting)}
    and ${timesOf(dialect, sql.ref('started_at'), timeRangesOf(necessary(query.filter)))}`
}

/** Without the requests themselves where an index says all that the conditions ask. */
function leanSourceOf(search: Search, driver: Driver): Sql<unknown> {
  const { store, workspace, query } = search
  const dialect = searchDialect(store)
  if (driver.by === 'words' && isEverything(query.filter))
    return sql`(select ${workspace} as workspace_id, request_id as id from ${dialect.fromWords!(workspace, query.words)}) r`
  if (driver.by !== 'facet' || !isIndexEnough(search, driver)) return sourceOf(search, driver)
  return sql`(select workspace_id, started_at, request_id as id
    from (${postingRows(dialect, workspace, query, driver.posting)}) f) r`
}

const isIndexEnough = ({ query }: Search, driver: Driver): boolean =>
  driver.by === 'facet' && query.words.length === 0 && isOfIndex(query.filter)

function whereOf(search: Search, driver: Driver): Sql {
  const { store, workspace, query } = search
  const dialect = searchDialect(store)
  const conditions = [sql`r.workspace_id = ${workspace}`, conditionOf(dialect, query.filter)]
  // Once more and by itself, so that the engine sees the bounds of its index.
  if (driver.by === 'time')
    conditions.push(timesOf(dialect, columnOf('request_start_time'), timeRangesOf(necessary(query.filter))))
  if (driver.by === 'time' && looksAtArrivals(search, driver)) conditions.push(isIndexed)
  if (query.words.length > 0 && driver.by !== 'words')
    conditions.push(dialect.hasWords(workspace, query.words))
  if (dialect.onTime) conditions.push(sql`${dialect.onTime} = 1`)
  return sql.join(conditions, sql` and `)
}

/** What a page shows of its requests. */
export async function listFound(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  return db
    .selectFrom('requests')
    .leftJoin('prompts', (join) =>
      join
        .onRef('prompts.workspace_id', '=', 'requests.workspace_id')
        .onRef('prompts.id', '=', 'requests.prompt_id'),
    )
    .select([
      'requests.id',
      'requests.model',
      'requests.provider',
      'requests.function_name',
      'requests.started_at',
      'requests.ended_at',
      'requests.latency_ms',
      'requests.status',
      'requests.error_type',
      'requests.error_message',
      'requests.input_tokens',
      'requests.output_tokens',
      'requests.price',
      'requests.prompt_id',
      'requests.prompt_version_number',
      'requests.prompt_label',
      'requests.group_id',
      'requests.span_id',
      'requests.tags',
      'requests.metadata',
      'prompts.name as prompt_name',
    ])
    .where('requests.workspace_id', '=', workspace)
    .where('requests.id', 'in', ids)
    .execute()
}

export async function listScoresOf(db: Database, workspace: WorkspaceId, ids: readonly number[]) {
  return db
    .selectFrom('request_scores')
    .select(['request_id', 'name', 'score'])
    .where('workspace_id', '=', workspace)
    .where('request_id', 'in', ids)
    .orderBy('request_id')
    .orderBy('name')
    .execute()
}
