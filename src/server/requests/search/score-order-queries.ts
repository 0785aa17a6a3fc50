import { type CompiledQuery, sql } from 'kysely'
import type { SortScore } from '../../../engine/search/index.ts'
import { searchDialect } from './dialect.ts'
import { withoutTest } from './driver.ts'
import { type FoundRequest, type Page, type Position, whereOfPage } from './plan-queries.ts'
import type { Search } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'

type Ordered = Omit<Page, 'offset'>

/** The next matches by their number in `request_scores`, in the order of its index. */
export function ratedQuery(
  search: Search,
  test: SortScore,
  { after, limit }: Ordered,
): CompiledQuery<FoundRequest> {
  const { store, workspace, query } = search
  const direction = query.descending ? sql`desc` : sql`asc`
  const keyset = after === null ? sql`1 = 1` : afterWholeScore(search, after)
  return sql<FoundRequest>`select r.id as id, cast(f.score as double precision) as value
    from (select request_id, score from request_scores
      where workspace_id = ${workspace} and name = ${test.name} and ${keyset}) f
    ${searchDialect(store).joinRequests(workspace)} where ${conditions(search, test)}
    order by f.score ${direction}, f.request_id ${direction} limit ${limit}`.compile(store.db)
}

/** The next requests by the mean of their numbers in `given_scores`, whether they match or not. */
export function meansQuery(
  search: Search,
  test: SortScore,
  { after, limit }: Ordered,
): CompiledQuery<FoundRequest> {
  const { store, query, workspace } = search
  const direction = query.descending ? sql`desc` : sql`asc`
  const comparison = query.descending ? sql`<` : sql`>`
  const keyset =
    after === null
      ? sql`1 = 1`
      : sql`(value, id) ${comparison} (${searchDialect(store).number(Number(after.value))}, ${after.id})`
  // The condition of the partial index, written as the index has it: texts have no number.
  return sql<FoundRequest>`select id, value from (
      select cast(g.subject_id as bigint) as id, avg(g.number) as value from given_scores g
      where g.workspace_id = ${workspace} and g.subject_type = 'request' and g.name = ${test.name}
        and substr(g.text, 1, 100) is null and g.number is not null group by g.subject_id) means
    where ${keyset} order by value ${direction}, id ${direction} limit ${limit}`.compile(store.db)
}

/** Selects the requests among `ids` that match the search and have no score of this name in `request_scores`. */
export function matchesAmong(
  search: Search,
  test: SortScore,
  ids: readonly number[],
): CompiledQuery<Pick<FoundRequest, 'id'>> {
  const { store, workspace } = search
  const dialect = searchDialect(store)
  return sql<Pick<FoundRequest, 'id'>>`select r.id as id from (${dialect.listOfIds(ids)}) f
    ${dialect.joinRequests(workspace)} where ${conditions(search, test)}
    and not exists (select 1 from request_scores s where s.workspace_id = ${workspace}
      and s.request_id = r.id and s.name = ${test.name})`.compile(store.db)
}

/** The conditions of the search without this test, which the lists of scores satisfy. */
function conditions(search: Search, test: SortScore): Sql {
  const filter = withoutTest(search.query.filter, test)
  return whereOfPage({ ...search, query: { ...search.query, filter } }, { by: 'score', tests: [test] })
}

/**
 * The condition for rows after a position. A whole number is compared as an integer, so that the index can use the
 * bound.
 */
function afterWholeScore({ store, query: { descending } }: Search, { value, id }: Position): Sql {
  const { number } = searchDialect(store)
  const edge = Number(value)
  const comparison = descending ? sql`<` : sql`>`
  if (Number.isInteger(edge)) return sql`(score, request_id) ${comparison} (${number(edge)}, ${id})`
  return descending ? sql`score <= ${number(Math.floor(edge))}` : sql`score >= ${number(Math.ceil(edge))}`
}
