import type { Database } from './store.ts'

/**
 * The trace of a span. It is here because the rooms of requests and traces both need it and must not import each other both
 * ways.
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
