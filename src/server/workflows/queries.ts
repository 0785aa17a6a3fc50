import type { Database, Tx, WorkflowRow, WorkflowVersionRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

const workflows = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('workflows').selectAll().where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

const versions = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('workflow_versions').selectAll().where('workspace_id', '=', workspace)

export async function findWorkflowById(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return workflows(db, workspace).where('id', '=', id).executeTakeFirst()
}

/** Includes deleted workflows. */
export async function findWorkflowRow(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return db
    .selectFrom('workflows')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findWorkflowByName(db: Database | Tx, workspace: WorkspaceId, name: string) {
  return workflows(db, workspace).where('name', '=', name).executeTakeFirst()
}

export async function insertWorkflow(tx: Tx, row: WorkflowRow) {
  await tx.insertInto('workflows').values(row).execute()
}

export async function updateWorkflow(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Pick<WorkflowRow, 'latest_version' | 'updated_at'>,
) {
  await tx
    .updateTable('workflows')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

export async function findVersionByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  workflow: number,
  number: number,
) {
  return versions(db, workspace)
    .where('workflow_id', '=', workflow)
    .where('version_number', '=', number)
    .executeTakeFirst()
}

export async function findVersionById(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return versions(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findVersionByLabel(
  db: Database | Tx,
  workspace: WorkspaceId,
  workflow: number,
  label: string,
) {
  return labelledVersions(db, workspace)
    .selectAll('workflow_versions')
    .where('workflow_labels.workflow_id', '=', workflow)
    .where('workflow_labels.name', '=', label)
    .executeTakeFirst()
}

export async function listVersionRows(
  db: Database,
  workspace: WorkspaceId,
  workflow: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  let query = db
    .selectFrom('workflow_versions')
    .select(['id', 'version_number', 'commit_message', 'created_at'])
    .where('workspace_id', '=', workspace)
    .where('workflow_id', '=', workflow)
  if (before !== undefined) query = query.where('version_number', '<', before)
  return query.orderBy('version_number', 'desc').limit(limit).execute()
}

export async function insertVersion(tx: Tx, row: WorkflowVersionRow) {
  await tx.insertInto('workflow_versions').values(row).execute()
}
