import { sql } from 'kysely'
import type { NamedScore } from '../../../engine/analytics/index.ts'
import type { ScoredSubject } from '../../../engine/analytics/traces/index.ts'
import { type SearchedStore, type Sql, scoreText } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** The kind of each row `c` of a chart, for example a trace. The column `c.subject` has its id. */
export interface ScoredRows {
  readonly workspace: WorkspaceId
  readonly subject: ScoredSubject
}

/** The scores `g` of row `c` with a name, found by the primary key. */
const isScoreOf = ({ workspace, subject }: ScoredRows, name: string, types: Sql<unknown>): Sql<unknown> =>
  sql`g.workspace_id = ${workspace} and g.subject_type = ${subject} and g.subject_id = c.subject
    and g.trace_id = ${subject === 'trace' ? sql.ref('c.subject') : sql`''`}
    and g.name = ${name} and g.type in (${types})`

const numbers = sql`'number', 'boolean'`
const texts = sql`'boolean', 'category'`

/** The score of row `c` as a double; null without one. Scores from several sources are averaged. */
export const scoreSql = (rows: ScoredRows, { name, value }: NamedScore): Sql<number> =>
  value === null
    ? sql`(select avg(g.number) from given_scores g where ${isScoreOf(rows, name, numbers)})`
    : sql`(select avg(cast(case when ${scoreText('g')} = ${value} then 1 else 0 end as double precision))
        from given_scores g where ${isScoreOf(rows, name, texts)})`

/**
 * Repeats each row for each category of its score, or for yes or no, in the column `g0`. Planners must not start with
 * all scores of the workspace.
 */
export function byScore(
  { dialect }: Pick<SearchedStore, 'dialect'>,
  scored: ScoredRows,
  name: string,
  rows: Sql<unknown>,
): Sql<unknown> {
  const test = isScoreOf(scored, name, texts)
  const scores =
    dialect === 'sqlite'
      ? sql`cross join given_scores g on ${test}`
      : sql`cross join lateral (select * from given_scores g where ${test} offset 0) g`
  return sql`(select distinct c.*, ${scoreText('g')} as g0 from ${rows} ${scores}) c`
}
