import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Reads changes of a workspace from the audit log; every event is sent. */
export async function selectChanges(db: Database, workspace: WorkspaceId, after: number, limit: number) {
  return db
    .selectFrom('audit_events')
    .select(['id', 'at', 'operation', 'params', 'actor_name'])
    .where('workspace_id', '=', workspace)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function lastChange(db: Database, workspace: WorkspaceId): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Reads events of all workspaces. */
export async function selectNewEvents(db: Database, after: number, limit: number) {
  return db
    .selectFrom('audit_events')
    .select(['id', 'at', 'workspace_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function lastEvent(db: Database): Promise<number> {
  const row = await db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
