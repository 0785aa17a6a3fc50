import { sql } from 'kysely'
import type { WorkspaceId } from '../../http/caller.ts'
import type { SearchedStore, Sql } from '../../requests/index.ts'

/**
 * The number of levels of spans of trace `t`, roots included; 0 if its spans have no root, as in a cycle. Only spans with
 * children are walked, because the others add one level to that of their parent.
 */
export function depthOf({ dialect }: Pick<SearchedStore, 'dialect'>, workspace: WorkspaceId): Sql<number> {
  const inTrace = (name: string) =>
    sql`${sql.ref(name)}.workspace_id = ${workspace} and ${sql.ref(name)}.trace_id = t.trace_id`
  // PostgreSQL would join all spans of the trace for each level, because it estimates a trace at some fifty spans.
  const joinSpans = (condition: Sql<unknown>) =>
    dialect === 'sqlite'
      ? sql`cross join spans s where ${inTrace('s')} and ${condition}`
      : sql`cross join lateral (select s.span_id from spans s where ${inTrace('s')} and ${condition} offset 0) s`
  const hasChildren = sql`(select 1 from spans c where ${inTrace('c')} and c.parent_span_id = s.span_id limit 1) is not null`
  const missingParents = sql`(select parent_span_id as span_id from (select distinct c.parent_span_id from spans c
      where ${inTrace('c')} and c.parent_span_id is not null) named
    where (select 1 from spans p where ${inTrace('p')} and p.span_id = named.parent_span_id limit 1) is null)`
  return sql`(with recursive levels (span_id, level) as (
      select s.span_id, 1 from spans s where ${inTrace('s')} and s.parent_span_id is null and ${hasChildren}
      union all
      select s.span_id, 1 from ${missingParents} missing
        ${joinSpans(sql`s.parent_span_id = missing.span_id and ${hasChildren}`)}
      union all
      select s.span_id, levels.level + 1 from levels
        ${joinSpans(sql`s.parent_span_id = levels.span_id and ${hasChildren}`)})
    select case when max(level) is not null then max(level) + 1
      when exists (select 1 from spans s where ${inTrace('s')} and s.parent_span_id is null)
        or exists (select 1 from ${missingParents} missing) then 1 else 0 end from levels)`
}
