import { type CompiledQuery, sql } from 'kysely'
import type { FacetKind } from '../../../engine/search/index.ts'
import { type EntryKind, kindNumber } from '../facet-entries.ts'
import { fromArrivals } from './arrival-queries.ts'
import type { Driver } from './choose-driver-queries.ts'
import { searchDialect } from './dialect.ts'
import { listOfKind } from './facet-list-queries.ts'
import { matchingRequests } from './plan-queries.ts'
import type { Search } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'

/** The listed texts: the values of a kind under a key, or with a null `key` the keys of a kind. */
export interface SuggestionList {
  readonly kind: EntryKind
  readonly key: string | null
}

/** Maximum requests that a filtered list scans, newest first. */
const maxScanned = 2_000

type Suggestion = { value: string }

/** All distinct texts, found with one step along the index for each text. */
export function allSuggestions(
  search: Search,
  list: SuggestionList,
  prefix: string,
  limit: number,
): CompiledQuery<Suggestion> {
  const { store, workspace, hasArrivals } = search
  const { kind, key } = list
  const column = sql.ref<string>(key === null ? 'key' : 'value')
  const position = sql`workspace_id = ${workspace} and kind = ${kindNumber(kind)}
    ${key === null ? sql`` : sql`and key = ${key}`}`
  const arrived = hasArrivals
    ? sql`union select * from (${textsIn(search, sql`(select r.* ${fromArrivals(search)}) r`, list, prefix, limit)}) order by 1`
    : sql``
  return sql<Suggestion>`with recursive leap (value) as (
      select (select min(${column}) from request_facets where ${position} and ${column} >= ${textOf(prefix)})
      union all
      select (select min(${column}) from request_facets where ${position} and ${column} > leap.value)
      from leap where leap.value is not null and ${begins(sql.ref('leap.value'), prefix)})
    select value from leap where value is not null and value <> '' and ${begins(sql.ref('value'), prefix)}
    ${arrived} limit ${limit}`.compile(store.db)
}

const textOf = (text: string): Sql<string> => sql`cast(${text} as text)`

/** The distinct texts in the newest matching requests. */
export function suggestionsWithin(
  search: Search,
  driver: Driver,
  list: SuggestionList,
  prefix: string,
  limit: number,
  scanned = maxScanned,
): CompiledQuery<Suggestion> {
  const requests = sql`(${matchingRequests(search, driver, scanned)}) r`
  return textsIn(search, requests, list, prefix, limit).compile(search.store.db)
}

function textsIn(
  search: Search,
  requests: Sql<unknown>,
  list: SuggestionList,
  prefix: string,
  limit: number,
): Sql<Suggestion> {
  const { from, value } = textsOf(search, list)
  return sql<Suggestion>`select distinct ${searchDialect(search.store).byCodePoint(value)} as value from ${requests} ${from}
    and ${begins(value, prefix)} and ${value} <> '' order by 1 limit ${limit}`
}

const begins = (text: Sql<string>, prefix: string): Sql =>
  sql`substr(${text}, 1, length(${textOf(prefix)})) = ${textOf(prefix)}`

const columns: Record<Exclude<EntryKind, FacetKind>, string> = {
  engine: 'r.model',
  provider_type: 'r.provider',
  status: 'r.status',
  prompt_id: 'r.prompt_id',
  source: 'r.feature',
}

const isColumn = (kind: EntryKind): kind is keyof typeof columns => kind in columns

function textsOf(
  { store }: Search,
  { kind, key }: SuggestionList,
): { from: Sql<unknown>; value: Sql<string> } {
  if (isColumn(kind)) return { from: sql`where 1 = 1`, value: sql`cast(${sql.ref(columns[kind])} as text)` }
  const { facetsOf, joinFacets } = searchDialect(store)
  const list = listOfKind(facetsOf, kind)
  const { facet, isOfKind } = list
  const under = key === null ? sql`` : sql`and ${facet.key} = ${key}`
  return {
    from: sql`${joinFacets(list)} where ${isOfKind} ${under}`,
    value: key === null ? facet.key : facet.value,
  }
}
