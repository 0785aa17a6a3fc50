import { type CompiledQuery, sql } from 'kysely'
import type { SortScore } from '../../../engine/search/index.ts'
import { type Sql, searchDialect } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { TraceQuery } from './trace-query.ts'

/** A trace, or the last one of a page, with its number in the order of a score. */
export interface ScoredTrace {
  readonly id: string
  readonly value: number
}

/** The number of a trace: the mean of its own numbers; without one, of those of its spans. */
const numberOf = (workspace: WorkspaceId, { name }: SortScore, traceId: Sql<string>): Sql<number> =>
  sql`(select coalesce(avg(case when s.subject_type = 'trace' then s.number end), avg(s.number))
    from given_scores s where s.workspace_id = ${workspace} and s.trace_id = ${traceId} and s.trace_id <> ''
      and s.name = ${name})`

/** The number of trace `t`. */
export const scoreOfTrace = (workspace: WorkspaceId, score: SortScore): Sql<number> =>
  numberOf(workspace, score, sql`t.trace_id`)

/** The next traces by their number, whether they match the search or not. */
export function scoredTracesQuery(
  { store, workspace, descending }: TraceQuery,
  score: SortScore,
  after: ScoredTrace | null,
  limit: number,
): CompiledQuery<ScoredTrace> {
  const direction = descending ? sql`desc` : sql`asc`
  const comparison = descending ? sql`<` : sql`>`
  const keyset = after
    ? sql`(value, id) ${comparison} (${searchDialect(store).number(after.value)}, ${after.id})`
    : sql`1 = 1`
  // Most traces have one number, which the index by value contains. The subject types are read only for the others.
  const value = sql`case when min(g.number) = max(g.number) then min(g.number)
    else ${numberOf(workspace, score, sql`g.trace_id`)} end`
  // The conditions of the partial index by value: texts have no number.
  return sql<ScoredTrace>`select id, value from (select g.trace_id as id, ${value} as value from given_scores g
      where g.workspace_id = ${workspace} and g.trace_id <> '' and g.name = ${score.name}
        and substr(g.text, 1, 100) is null and g.number is not null group by g.trace_id) numbers
    where ${keyset} order by value ${direction}, id ${direction} limit ${limit}`.compile(store.db)
}
