import type { Database } from './store.ts'

/**
 * The trace to which a span belongs. Here, because the requests ask for it and the traces ask for requests:
 * neither room can be the other's.
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
