import { sql } from 'kysely'
import type { Range, SearchQuery } from '../../../engine/search/index.ts'
import { inRanges } from './condition-queries.ts'
import { type Posting, requiredTests, timeRangesOf } from './driver.ts'
import type { SearchDialect, Sql } from './search-dialect-queries.ts'

export const postingCondition = (workspace: number, { kind, key, values }: Posting): Sql =>
  sql`workspace_id = ${workspace} and kind = ${kind} and key = ${key} and value in (${sql.join(values)})`

/** SQL for the requests of a posting within the filter's times. */
export function postingRows(
  dialect: SearchDialect,
  workspace: number,
  query: SearchQuery,
  posting: Posting,
): Sql<unknown> {
  const kind = posting.values.length === 1 ? sql`` : sql`distinct`
  return sql`select ${kind} workspace_id, started_at, request_id from request_facets
    where ${postingCondition(workspace, posting)}
    and ${inRanges(dialect, sql.ref('started_at'), timeRangesOf(requiredTests(query.filter)))}`
}

/** SQL for the number of a posting's requests, counted up to a limit. */
export function countOfPosting(
  dialect: SearchDialect,
  workspace: number,
  posting: Posting,
  ranges: readonly Range[],
  limit: number,
): Sql<number> {
  return sql`(select count(*) from (select 1 from request_facets where ${postingCondition(workspace, posting)}
    and ${inRanges(dialect, sql.ref('started_at'), ranges)} limit ${limit}) counted)`
}

/** The first requests of a posting: how many were read, and when the last of them started. */
export interface PostingSample {
  readonly posting_index: number
  readonly requests: number
  readonly farthest: number | null
}

/** SQL for one sample of each posting, in the order of start. */
export function samplesQuery(
  dialect: SearchDialect,
  workspace: number,
  postings: readonly Posting[],
  ranges: readonly Range[],
  descending: boolean,
  limit: number,
): Sql<PostingSample> {
  const [last, direction] = descending ? [sql`min`, sql`desc`] : [sql`max`, sql`asc`]
  const samples = postings.map(
    (
      posting,
      posting_index,
    ) => sql`select ${sql.lit(posting_index)} as posting_index, count(*) as requests, ${last}(started_at) as farthest
      from (select started_at from request_facets where ${postingCondition(workspace, posting)}
        and ${inRanges(dialect, sql.ref('started_at'), ranges)}
        order by started_at ${direction}, request_id ${direction} limit ${limit}) reached`,
  )
  return sql<PostingSample>`${sql.join(samples, sql` union all `)}`
}
