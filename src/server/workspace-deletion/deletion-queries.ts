import { sql } from 'kysely'
import {
  changeRows,
  countRows,
  type Database,
  deleteRows,
  insertRows,
  type Store,
  selectOne,
  type Tx,
  type WorkspaceDeletionRow,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Counts what a person sees of a workspace; deleted entities that can be restored are left out. */
export async function countContents({ scan }: Pick<Store, 'scan'>, workspace: WorkspaceId) {
  const rowsOf = <Table extends 'members' | 'requests' | 'traces'>(table: Table) =>
    countRows(scan.selectFrom(table as 'members').where('workspace_id', '=', workspace))
  const liveRowsOf = (table: 'prompts' | 'workflows' | 'tables' | 'dataset_groups') =>
    countRows(
      scan
        .selectFrom(table as 'prompts')
        .where('workspace_id', '=', workspace)
        .where('deleted_at', 'is', null),
    )
  return {
    members: await rowsOf('members'),
    api_keys: await countRows(
      scan.selectFrom('api_keys').where('workspace_id', '=', workspace).where('revoked_at', 'is', null),
    ),
    prompts: await liveRowsOf('prompts'),
    workflows: await liveRowsOf('workflows'),
    tables: await liveRowsOf('tables'),
    datasets: await liveRowsOf('dataset_groups'),
    requests: await rowsOf('requests'),
    traces: await rowsOf('traces'),
  }
}

/** True if the server has another workspace. */
export async function hasOtherWorkspace(tx: Tx, workspace: WorkspaceId): Promise<boolean> {
  const others = tx.selectFrom('workspaces').select('id').where('id', '<>', workspace)
  return (await others.where('deleted_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** Cancels all open jobs of a workspace and returns their runs. */
export async function cancelAllJobs(tx: Tx, workspace: WorkspaceId, now: number): Promise<string[]> {
  const rows = await tx
    .updateTable('jobs')
    .set({ state: 'cancelled', generation: sql<number>`generation + 1`, owner: null, finished_at: now })
    .where('workspace_id', '=', workspace)
    .where('state', 'in', ['queued', 'leased'])
    .returning('run')
    .execute()
  return [...new Set(rows.map(({ run }) => run))]
}

/**
 * Ends all access to a workspace. Invitations come first, because one that is accepted meanwhile becomes a membership.
 * A session moves to the first other workspace of its person, or ends.
 */
export async function endAccess(tx: Tx, workspace: WorkspaceId, now: number): Promise<void> {
  await changeRows(tx, 'workspaces', { id: workspace }, { deleted_at: now })
  await changeRows(tx, 'api_keys', { workspace_id: workspace, revoked_at: null }, { revoked_at: now })
  await deleteRows(tx, 'invitations', { workspace_id: workspace })
  await deleteRows(tx, 'members', { workspace_id: workspace })
  const firstWorkspace = sql<number>`(select min(m.workspace_id) from members m where m.person_id = sessions.person_id)`
  await tx
    .updateTable('sessions')
    .set({ workspace_id: firstWorkspace })
    .where('workspace_id', '=', workspace)
    .where(firstWorkspace, 'is not', null)
    .execute()
  await deleteRows(tx, 'sessions', { workspace_id: workspace })
}

export const insertReceipt = (tx: Tx, row: WorkspaceDeletionRow) => insertRows(tx, 'workspace_deletions', row)

export const findReceipt = (db: Database, workspace: WorkspaceId) =>
  selectOne(db, 'workspace_deletions', { workspace_id: workspace })

export const changeReceipt = (tx: Tx, workspace: WorkspaceId, change: Partial<WorkspaceDeletionRow>) =>
  changeRows(tx, 'workspace_deletions', { workspace_id: workspace }, change)

export const selectReceipts = (db: Database) =>
  db
    .selectFrom('workspace_deletions')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('workspace_id')
    .execute()

/** A condition on `jobs`: the job deletes the workspace. */
export const deletesWorkspace = (kind: string) => sql<boolean>`kind = ${kind}`

/** Deletes the row of a workspace, and the job that removed its other rows. */
export async function deleteWorkspaceRow(tx: Tx, workspace: WorkspaceId): Promise<void> {
  await deleteRows(tx, 'jobs', { workspace_id: workspace })
  await deleteRows(tx, 'workspaces', { id: workspace })
}

export async function firstTraces({ db }: Pick<Store, 'db'>, workspace: WorkspaceId, limit: number) {
  const traces = db.selectFrom('traces').select('trace_id').where('workspace_id', '=', workspace)
  const rows = await traces.orderBy('trace_id').limit(limit).execute()
  return rows.map(({ trace_id }) => trace_id)
}

export async function firstRequests({ db }: Pick<Store, 'db'>, workspace: WorkspaceId, limit: number) {
  const requests = db.selectFrom('requests').select('id').where('workspace_id', '=', workspace)
  const rows = await requests.orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}
