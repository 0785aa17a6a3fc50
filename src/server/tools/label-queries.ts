import type { Database, ToolLabelRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

export type NumberedLabel = ToolLabelRow & { readonly version_number: number }

const labels = (db: Database | Tx, workspace: WorkspaceId, tool: number) =>
  labelledVersions(db, workspace)
    .selectAll('tool_labels')
    .select('tool_versions.version_number')
    .where('tool_labels.tool_id', '=', tool)

export async function listLabelsOf(
  db: Database,
  workspace: WorkspaceId,
  tool: number,
): Promise<NumberedLabel[]> {
  return labels(db, workspace, tool).orderBy('tool_labels.id').execute()
}

export async function findLabel(
  tx: Tx,
  workspace: WorkspaceId,
  tool: number,
  id: number,
): Promise<NumberedLabel | undefined> {
  return labels(tx, workspace, tool).where('tool_labels.id', '=', id).executeTakeFirst()
}

export async function findLabelByName(
  tx: Tx,
  workspace: WorkspaceId,
  tool: number,
  name: string,
): Promise<NumberedLabel | undefined> {
  return labels(tx, workspace, tool).where('tool_labels.name', '=', name).executeTakeFirst()
}

export async function insertLabel(tx: Tx, row: ToolLabelRow) {
  await tx.insertInto('tool_labels').values(row).execute()
}

export async function pointLabel(tx: Tx, workspace: WorkspaceId, id: number, version: number, now: number) {
  await tx
    .updateTable('tool_labels')
    .set({ version_id: version, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

export async function removeLabel(tx: Tx, workspace: WorkspaceId, id: number) {
  await tx.deleteFrom('tool_labels').where('workspace_id', '=', workspace).where('id', '=', id).execute()
}
