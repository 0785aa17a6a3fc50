import type { Database, PromptLabelRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

const labels = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('prompt_labels').selectAll().where('workspace_id', '=', workspace)

export async function findLabel(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return labels(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findLabelByName(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: number,
  name: string,
) {
  return labels(db, workspace).where('prompt_id', '=', prompt).where('name', '=', name).executeTakeFirst()
}

export async function listLabelsOf(db: Database | Tx, workspace: WorkspaceId, prompt: number) {
  return labelledVersions(db, workspace)
    .select([
      'prompt_labels.id',
      'prompt_labels.name',
      'prompt_labels.version_id',
      'prompt_versions.version_number',
    ])
    .where('prompt_labels.prompt_id', '=', prompt)
    .orderBy('prompt_labels.id')
    .execute()
}

export async function insertLabel(tx: Tx, row: PromptLabelRow) {
  await tx.insertInto('prompt_labels').values(row).execute()
}

export async function pointLabel(tx: Tx, workspace: WorkspaceId, id: number, version: number, now: number) {
  await tx
    .updateTable('prompt_labels')
    .set({ version_id: version, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

export async function removeLabel(tx: Tx, workspace: WorkspaceId, id: number) {
  await tx.deleteFrom('prompt_labels').where('workspace_id', '=', workspace).where('id', '=', id).execute()
}
