import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from './store.ts'

/**
 * SQL for the trace of a request. A request names its span without the trace, and ids that people write recur in other
 * traces: the span that the request was recorded from comes first, then the span without a request that is nearest in
 * time. It is in `db` because the rooms of requests and traces both use it and may not import each other in both
 * directions.
 */
export function traceOfRequest(request: string): RawBuilder<string | null> {
  const r = (column: string) => sql.ref(`${request}.${column}`)
  return sql`(select o.trace_id from spans o where o.workspace_id = ${r('workspace_id')} and o.span_id = ${r('span_id')}
    order by case when o.request_id = ${r('id')} then 0 when o.request_id is null then 1 else 2 end,
      abs(o.started_at - ${r('started_at')}), o.trace_id limit 1)`
}

export async function findTraceOfRequest(
  db: Database,
  workspace: number,
  request: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('requests as r')
    .select(traceOfRequest('r').as('trace_id'))
    .where('r.workspace_id', '=', workspace)
    .where('r.id', '=', request)
    .executeTakeFirst()
  return row?.trace_id ?? null
}

/** Marks the traces of requests whose price, tokens or metadata changed, so that the traces are summed up again. */
export const markTracesOfRequests = (
  db: Database,
  workspace: number,
  requestIds: readonly number[],
  now: number,
): CompiledQuery =>
  sql`update traces set due_at = case when due_at >= ${now} then due_at + 1 else ${now} end
    where workspace_id = ${workspace} and trace_id in (
      select s.trace_id from requests r cross join spans s
      where r.workspace_id = ${workspace} and r.id in (${sql.join(requestIds)}) and r.span_id is not null
        and s.workspace_id = ${workspace} and s.span_id = r.span_id)`.compile(db)
