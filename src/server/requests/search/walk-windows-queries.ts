import { type CompiledQuery, sql } from 'kysely'
import { inRanges } from './condition-queries.ts'
import { searchDialect } from './dialect.ts'
import { requiredTests, timeRangesOf } from './driver.ts'
import { whereOfPage } from './plan-queries.ts'
import type { Search } from './search.ts'
import type { Sql } from './search-dialect-queries.ts'
import type { Started } from './walk-words-queries.ts'

const byTime = { by: 'time' } as const

/** A match, or the last scanned request, which has the end of the next window in `until`. */
export interface Near extends Started {
  readonly is_found: boolean
  /** The start time at the end of the window; null if fewer requests remain. */
  readonly until: number | null
}

/**
 * Finds the matches among the nearest `scanned` requests. If they are too few, the last scanned request follows, unless
 * the log ends before.
 */
export function nearQuery(
  search: Search,
  after: Started | null,
  { scanned, window }: { readonly scanned: number; readonly window: number },
  limit: number,
): CompiledQuery<Near> {
  const { store, workspace, query } = search
  const direction = query.descending ? sql`desc` : sql`asc`
  const order = sql`order by started_at ${direction}, id ${direction}`
  const times = inRanges(
    searchDialect(store),
    sql.ref('r.started_at'),
    timeRangesOf(requiredTests(query.filter)),
  )
  const nearest = sql`from requests r where r.workspace_id = ${workspace} and ${times} and ${afterPosition(search, after)}`
  return sql<Near>`with found as materialized (
      select r.id, r.started_at from (select * ${nearest} ${order} limit ${scanned}) r
      where ${whereOfPage(search, byTime)} ${order} limit ${limit})
    (select id, started_at as value, true as is_found, null as until from found ${order})
    union all
    (select id, started_at, false, (select started_at ${nearest} ${order} limit 1 offset ${scanned + window}) as until
      ${nearest} and (select count(*) from found) < ${limit} ${order} limit 1 offset ${scanned - 1})`.compile(
    store.db,
  )
}

/** Finds the first matches after a request, up to a time. */
export function windowQuery(
  search: Search,
  after: Started,
  until: number | null,
  limit: number,
): CompiledQuery<Started> {
  const { store, query } = search
  const direction = query.descending ? sql`desc` : sql`asc`
  const nearerSign = query.descending ? sql`>=` : sql`<=`
  const bound =
    until === null ? sql`1 = 1` : sql`r.started_at ${nearerSign} ${searchDialect(store).number(until)}`
  // `offset 0` hides the limit from the planner, which would expect common words and walk along the time.
  return sql<Started>`select id, value from (
      select r.id as id, r.started_at as value from requests r
      where ${whereOfPage(search, byTime)} and ${afterPosition(search, after)} and ${bound} offset 0) found
    order by value ${direction}, id ${direction} limit ${limit}`.compile(store.db)
}

function afterPosition({ store, query }: Search, after: Started | null): Sql {
  if (!after) return sql`1 = 1`
  const comparison = query.descending ? sql`<` : sql`>`
  return sql`(r.started_at, r.id) ${comparison} (${searchDialect(store).number(after.value)}, ${after.id})`
}
