import { sql } from 'kysely'
import type { Range, SearchQuery } from '../../../engine/search/index.ts'
import { rangeOf } from './condition-queries.ts'
import { necessary, type Posting, timeRangesOf } from './driver.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'

const placeOf = (workspace: number, { kind, key, values }: Posting): Sql =>
  sql`workspace_id = ${workspace} and kind = ${kind} and key = ${key} and value in (${sql.join(values)})`

export const timesOf = (dialect: SearchDialect, column: Sql<number>, ranges: readonly Range[]): Sql =>
  sql.join([sql`1 = 1`, ...ranges.map((range) => rangeOf(dialect, column, range))], sql` and `)

/** The requests of a posting, as far as the times of the filter allow. */
export function postingRows(
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

/** How many they are, counted up to a limit. */
export function countOfPosting(
  dialect: SearchDialect,
  workspace: number,
  posting: Posting,
  ranges: readonly Range[],
  limit: number,
): Sql<number> {
  return sql`(select count(*) from (select 1 from request_facets where ${placeOf(workspace, posting)}
    and ${timesOf(dialect, sql.ref('started_at'), ranges)} limit ${limit}) counted)`
}

/** How many of the first requests of a posting there are, and when the last of these started. */
export interface Reach {
  readonly place: number
  readonly requests: number
  readonly farthest: number | null
}

/** Of each posting, in the order of start. */
export function reachesQuery(
  dialect: SearchDialect,
  workspace: number,
  postings: readonly Posting[],
  ranges: readonly Range[],
  descending: boolean,
  limit: number,
): Sql<Reach> {
  const [last, direction] = descending ? [sql`min`, sql`desc`] : [sql`max`, sql`asc`]
  const reaches = postings.map(
    (
      posting,
      place,
    ) => sql`select ${sql.lit(place)} as place, count(*) as requests, ${last}(started_at) as farthest
      from (select started_at from request_facets where ${placeOf(workspace, posting)}
        and ${timesOf(dialect, sql.ref('started_at'), ranges)}
        order by started_at ${direction}, request_id ${direction} limit ${limit}) reached`,
  )
  return sql<Reach>`${sql.join(reaches, sql` union all `)}`
}
