import { sql } from 'kysely'
import type { AuditEventRow, Database, Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

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

type NewEvent = Pick<AuditEventRow, 'id' | 'at' | 'workspace_id'>

/** Reads events of all workspaces: one step in the index for each, because no index has the ids of all together. */
export async function selectNewEvents({ db, dialect }: Store, after: number, limit: number) {
  const ofWorkspace = sql`audit_events e where e.workspace_id = w.id and e.id > ${after}`
  const events =
    dialect === 'sqlite'
      ? sql`select e.id, e.at, e.workspace_id from workspaces w cross join ${ofWorkspace}`
      : sql`select e.id, e.at, e.workspace_id from workspaces w
          cross join lateral (select * from ${ofWorkspace} order by e.id limit ${limit}) e`
  return (await sql<NewEvent>`${events} order by e.id limit ${limit}`.execute(db)).rows
}

export async function lastEvent({ db }: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(last) as id from (
    select (select max(id) from audit_events where workspace_id = w.id) as last from workspaces w) each_last`.execute(
    db,
  )
  return Number(rows[0]?.id ?? 0)
}
