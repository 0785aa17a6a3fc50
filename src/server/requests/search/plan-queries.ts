import { type CompiledQuery, sql } from 'kysely'
import type { SearchQuery } from '../../../engine/search/index.ts'
import { fromArrivals, includesArrivals, isIndexed, scansArrivals } from './arrival-queries.ts'
import type { Driver } from './choose-driver-queries.ts'
import { columnOf, conditionOf, inRanges } from './condition-queries.ts'
import { searchDialect } from './dialect.ts'
import { isEverything, isIndexOnly, requiredTests, timeRangesOf, withoutPosting } from './driver.ts'
import { oneByOne, withinTimes } from './postgres-queries.ts'
import { postingRows } from './posting-queries.ts'
import { scoredRequests } from './score-list-queries.ts'
import type { Search } from './search.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'

/** The last request of a page; the next page starts after it. */
export interface Position {
  readonly value: number | string
  readonly id: number
}

export interface Page {
  readonly after: Position | null
  readonly offset: number
  readonly limit: number
}

export interface FoundRequest {
  readonly id: number
  readonly value: number | string
}

/** SQL for one page of ids in order. */
export function pageQuery(search: Search, driver: Driver, page: Page): CompiledQuery<FoundRequest> {
  const { sortBy } = search.query
  const isInOrder =
    driver.by === 'facet' && driver.posting.values.length === 1 && sortBy === 'request_start_time'
  const isJoined = isInOrder && !isIndexEnough(search, driver)
  const sorted = sortColumn(searchDialect(search.store), search.query)
  const value = isJoined ? sql`f.started_at` : sorted
  const id = isJoined ? sql`f.request_id` : sql`r.id`
  const source = isInOrder ? leanSourceOf(search, driver) : sourceOf(search, driver)
  return sql<FoundRequest>`select r.id as id, ${sorted} as value from ${source}
    where ${whereOfPage(search, driver)} and ${pageSql(search, page, value, id)}`.compile(search.store.db)
}

/** SQL for one page of pending requests. */
export function arrivedPageQuery(search: Search, page: Page): CompiledQuery<FoundRequest> {
  const value = sortColumn(searchDialect(search.store), search.query)
  return sql<FoundRequest>`select r.id as id, ${value} as value ${fromArrivals(search)}
    and ${pageSql(search, page, value, sql`r.id`)}`.compile(search.store.db)
}

/** The condition, order and limit of a page. */
function pageSql(search: Search, page: Page, value: Sql<unknown>, id: Sql<unknown>): Sql<unknown> {
  const { descending } = search.query
  const order = descending
    ? sql`${value} ${searchDialect(search.store).descending}, ${id} desc`
    : sql`${value}, ${id}`
  const comparison = descending ? sql`<` : sql`>`
  const keyset = page.after
    ? sql`(${value}, ${id}) ${comparison} (${positionValue(search, page.after.value)}, ${page.after.id})`
    : sql`1 = 1`
  return sql`${keyset} order by ${order} limit ${page.limit} offset ${page.offset}`
}

/** SQL for the number of matches, counted up to a limit. */
export function countQuery(search: Search, driver: Driver, limit: number): CompiledQuery<{ total: number }> {
  const { store, query, words } = search
  // Counting needs no order, so a search by words alone always starts at the words.
  const isWords = words.length > 0 && isEverything(query.filter) && searchDialect(store).fromWords !== null
  const countDriver: Driver = isWords ? { by: 'words' } : driver
  const arrived = scansArrivals(search, countDriver) ? sql`union all select 1 ${fromArrivals(search)}` : sql``
  return sql<{ total: number }>`select count(*) as total from (
    select 1 as one from ${leanSourceOf(search, countDriver)}
    where ${whereOfPage(search, countDriver)} ${arrived} limit ${limit}) counted`.compile(store.db)
}

/** The newest matching requests, as a subquery. */
export function matchingRequests(search: Search, driver: Driver, limit: number): Sql<unknown> {
  const newest = sql`order by ${newestFirst(search)} limit ${limit}`
  if (search.isMatched) return sql`select r.* from matched r ${newest}`
  const indexed = sql`select r.* from ${sourceOf(search, driver)} where ${whereOf(search, driver)} ${newest}`
  if (!scansArrivals(search, driver)) return indexed
  return sql`select r.* from (select * from (${indexed})
    union all select * from (select r.* ${fromArrivals(search)} ${newest})) r ${newest}`
}

/** The order of requests `r`, newest first. */
export const newestFirst = ({ store }: Search): Sql<unknown> =>
  sql`r.started_at ${searchDialect(store).descending}, r.id desc`

/** The `from` and `where` of a query for all matching requests, called `r`. */
export function fromMatching(search: Search, driver: Driver): Sql<unknown> {
  if (search.isMatched) return sql`from matched r where 1 = 1`
  const indexed = sql`from ${sourceOf(search, driver)} where ${whereOf(search, driver)}`
  return scansArrivals(search, driver)
    ? sql`from (select r.* ${indexed} union all select r.* ${fromArrivals(search)}) r where 1 = 1`
    : indexed
}

/** The sort column of request `r`. */
export function sortColumn(
  dialect: Pick<SearchDialect, 'scoreNumber'>,
  { sortBy, sortScore }: Pick<SearchQuery, 'sortBy' | 'sortScore'>,
): Sql<number | string> {
  if (sortBy === 'score') return dialect.scoreNumber(sortScore!.name)
  return sortBy === 'status' ? sql<string>`r.status` : columnOf(sortBy)
}

function positionValue({ store }: Search, value: number | string): Sql<number | string> {
  return typeof value === 'string' ? sql`${value}` : searchDialect(store).number(value)
}

/** The relation that a walk starts from. A facet is called `f`, its request `r`. */
function sourceOf({ store, workspace, query, words }: Search, driver: Driver): Sql<unknown> {
  const dialect = searchDialect(store)
  if (driver.by === 'time') return sql`requests r`
  if (driver.by === 'words')
    return sql`${dialect.fromWords!(workspace, words)} ${dialect.joinRequests(workspace)}`
  if (driver.by === 'score')
    return sql`(select distinct request_id from (${scoredRequests(dialect, workspace, driver.tests)}) scored) f
      ${dialect.joinRequests(workspace)}`
  return sql`(${postingRows(dialect, workspace, query, driver.posting)}) f ${dialect.joinRequests(workspace)}`
}

/** A relation without the requests table, if an index can answer all conditions. */
function leanSourceOf(search: Search, driver: Driver): Sql<unknown> {
  const { store, workspace, query, words } = search
  const dialect = searchDialect(store)
  if (driver.by === 'words' && isEverything(query.filter))
    return sql`(select ${workspace} as workspace_id, request_id as id from ${dialect.fromWords!(workspace, words)}) r`
  if (driver.by !== 'facet' || !isIndexEnough(search, driver)) return sourceOf(search, driver)
  return sql`(select workspace_id, started_at, request_id as id
    from (${postingRows(dialect, workspace, query, driver.posting)}) f) r`
}

const isIndexEnough = ({ query, words }: Search, driver: Driver): boolean =>
  driver.by === 'facet' && words.length === 0 && isIndexOnly(query.filter)

/** The conditions on each match `r`. */
function whereOf(search: Search, driver: Driver): Sql {
  return conditionsOf(search, driver, searchDialect(search.store))
}

/** The conditions for a page or count. If words, a score or a short posting choose the requests, facets are tested one by one. */
export const whereOfPage = (search: Search, driver: Driver): Sql => {
  const dialect = searchDialect(search.store)
  const isFewOnly = driver.by === 'score' || (driver.by === 'facet' && driver.isFew === true)
  const isFew = search.words.length > 0 || isFewOnly
  const ranges = timeRangesOf(requiredTests(search.query.filter))
  return conditionsOf(search, driver, isFew ? oneByOne(dialect) : withinTimes(dialect, ranges))
}

function conditionsOf(search: Search, driver: Driver, dialect: SearchDialect): Sql {
  const { workspace, query, words, isCurrent } = search
  const filter = driver.by === 'facet' ? withoutPosting(query.filter, driver.posting) : query.filter
  const conditions = [sql`r.workspace_id = ${workspace}`, conditionOf(dialect, workspace, filter)]
  // The required tests of times are repeated at the top level, where the engine uses them as bounds of its index.
  if (driver.by === 'time')
    conditions.push(
      inRanges(dialect, columnOf('request_start_time'), timeRangesOf(requiredTests(query.filter))),
    )
  if (includesArrivals(driver) && scansArrivals(search, driver)) conditions.push(isIndexed)
  if (words.length > 0 && driver.by !== 'words') conditions.push(dialect.hasWords(workspace, words))
  if (isCurrent) conditions.push(isCurrent)
  if (dialect.onTime) conditions.push(sql`${dialect.onTime} = 1`)
  return sql.join(conditions, sql` and `)
}
