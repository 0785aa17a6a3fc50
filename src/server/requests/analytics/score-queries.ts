import { sql } from 'kysely'
import type { NamedScore } from '../../../engine/analytics/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { scoreText } from '../search/score-value-queries.ts'
import type { Sql } from '../search/search-dialect-queries.ts'

/** The scores of a request that have this name, found by the primary key. */
const scoresOf = (
  workspace: WorkspaceId,
  id: Sql<unknown>,
  name: string,
  types: Sql<unknown>,
): Sql<unknown> =>
  sql`given_scores g where g.workspace_id = ${workspace} and g.subject_type = 'request'
    and g.subject_id = cast(${id} as text) and g.trace_id = '' and g.name = ${name} and g.type in (${types})`

/** The score of request `c` as a double; null without one. Scores from several sources are averaged. */
export function scoreSql(workspace: WorkspaceId, score: NamedScore | null): Sql<number> {
  const meanOfRequest = sql`select avg(cast(s.score as double precision)) from request_scores s
    where s.workspace_id = ${workspace} and s.request_id = c.id`
  if (score === null) return sql`(${meanOfRequest})`
  const id = sql.ref('c.id')
  if (score.value !== null)
    return sql`(select avg(cast(case when ${scoreText('g')} = ${score.value} then 1 else 0 end as double precision))
      from ${scoresOf(workspace, id, score.name, sql`'boolean', 'category'`)})`
  // A number in `request_scores` takes precedence over those in `given_scores`.
  return sql`coalesce((${meanOfRequest} and s.name = ${score.name}),
    (select avg(g.number) from ${scoresOf(workspace, id, score.name, sql`'number', 'boolean'`)}))`
}

/** Rows `g` with the categories, or yes and no, of requests `summands`. The same value from several sources is one row. */
export const scoreValues = (workspace: WorkspaceId, name: string): Sql<unknown> =>
  sql`${scoresOf(workspace, sql.ref('summands.id'), name, sql`'boolean', 'category'`)}
    and not exists (select 1 from given_scores o where o.workspace_id = g.workspace_id
      and o.subject_type = g.subject_type and o.subject_id = g.subject_id and o.trace_id = g.trace_id
      and o.name = g.name and o.type in ('boolean', 'category') and ${scoreText('o')} = ${scoreText('g')}
      and o.source < g.source)`
