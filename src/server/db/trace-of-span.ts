import { type CompiledQuery, sql } from 'kysely'
import type { Database } from './store.ts'

/**
 * Returns the id of the trace that has the span. It is in `db` because the rooms of requests and traces both use it and
 * may not import each other in both directions.
 */
export async function traceOfSpan(db: Database, workspace: number, spanId: string): Promise<string | null> {
  const row = await db
    .selectFrom('spans')
    .select('trace_id')
    .where('workspace_id', '=', workspace)
    .where('span_id', '=', spanId)
    .orderBy('trace_id')
    .limit(1)
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
