import { type CompiledQuery, sql } from 'kysely'
import { searchDialect } from './dialect.ts'
import type { Search } from './open-search.ts'
import { whereOfSome } from './plan-queries.ts'
import type { Sql } from './search-dialect-queries.ts'
import type { Started } from './walk-words-queries.ts'

const byTime = { by: 'time' } as const

/** Those found among the nearest requests of any kind, and the last of the latter, with how many were looked at. */
export interface Near extends Started {
  readonly looked: number | null
}

export function nearQuery(search: Search, after: Started | null, limit: number): CompiledQuery<Near> {
  const { store, workspace, query } = search
  const direction = query.descending ? sql`desc` : sql`asc`
  const back = query.descending ? sql`asc` : sql`desc`
  return sql<Near>`with near as materialized (
      select * from requests r where r.workspace_id = ${workspace} and ${behind(search, after)}
      order by started_at ${direction}, id ${direction} limit ${limit})
    (select r.id, r.started_at as value, null as looked from near r where ${whereOfSome(search, byTime)}
      order by r.started_at ${direction}, r.id ${direction})
    union all
    (select id, started_at, (select count(*) from near) from near order by started_at ${back}, id ${back} limit 1)`.compile(
    store.db,
  )
}

/** The first behind a request, up to a time. */
export function windowQuery(
  search: Search,
  after: Started,
  until: number | null,
  limit: number,
): CompiledQuery<Started> {
  const { store, query } = search
  const direction = query.descending ? sql`desc` : sql`asc`
  const nearer = query.descending ? sql`>=` : sql`<=`
  const bound =
    until === null ? sql`1 = 1` : sql`r.started_at ${nearer} ${searchDialect(store).number(until)}`
  // The offset keeps the limit from the planner, which would walk along the time in hope of common words.
  return sql<Started>`select id, value from (
      select r.id as id, r.started_at as value from requests r
      where ${whereOfSome(search, byTime)} and ${behind(search, after)} and ${bound} offset 0) found
    order by value ${direction}, id ${direction} limit ${limit}`.compile(store.db)
}

function behind({ store, query }: Search, after: Started | null): Sql {
  if (!after) return sql`1 = 1`
  const beyond = query.descending ? sql`<` : sql`>`
  return sql`(r.started_at, r.id) ${beyond} (${searchDialect(store).number(after.value)}, ${after.id})`
}
