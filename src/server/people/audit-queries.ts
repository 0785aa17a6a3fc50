import { type AuditEventRow, type Database, enqueue, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export async function insertEvent(tx: Tx, row: AuditEventRow) {
  await enqueue(tx, tx.insertInto('audit_events').values(row))
}

export const completeEvent = (db: Database, workspace: WorkspaceId, id: number, after: string) =>
  db
    .updateTable('audit_events')
    .set({ after })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .compile()

interface Page {
  readonly before: number | undefined
  readonly operation: string | undefined
  readonly limit: number
}

export async function selectEvents(db: Database, workspace: WorkspaceId, { before, operation, limit }: Page) {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
