import { type CompiledQuery, sql } from 'kysely'
import type { SortScore } from '../../../engine/search/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { type Sql, searchDialect } from '../../requests/index.ts'
import type { TraceQuery } from './trace-query.ts'

/** A trace, or the last one of a page, with its number in the order of a score. */
export interface ScoredTrace {
  readonly id: string
  readonly value: number
}

/** Mean of the numbers of the trace itself; without one, of those of its spans. */
const mean = sql<number>`coalesce(avg(case when g.subject_type = 'trace' then g.number end), avg(g.number))`

/** The number of trace `t`. */
export const scoreOfTrace = (workspace: WorkspaceId, { name }: SortScore): Sql<number> =>
  sql`(select ${mean} from given_scores g where g.workspace_id = ${workspace} and g.trace_id = t.trace_id
    and g.trace_id <> '' and g.name = ${name})`

/** The next traces by their number, whether they match the search or not. */
export function scoredTracesQuery(
  { store, workspace, descending }: TraceQuery,
  { name }: SortScore,
  after: ScoredTrace | null,
  limit: number,
): CompiledQuery<ScoredTrace> {
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = descending ? sql`<` : sql`>`
  const keyset = after
    ? sql`(value, id) ${beyond} (${searchDialect(store).number(after.value)}, ${after.id})`
    : sql`1 = 1`
  // The conditions of the partial index by value: texts have no number.
  return sql<ScoredTrace>`select id, value from (select g.trace_id as id, ${mean} as value from given_scores g
      where g.workspace_id = ${workspace} and g.trace_id <> '' and g.name = ${name}
        and substr(g.text, 1, 100) is null and g.number is not null group by g.trace_id) means
    where ${keyset} order by value ${direction}, id ${direction} limit ${limit}`.compile(store.db)
}
