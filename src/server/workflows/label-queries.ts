import { chunksOf, type Database, type Tx, type WorkflowLabelRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { labelledVersions } from './labelled-version-queries.ts'

export type NumberedLabel = WorkflowLabelRow & { readonly version_number: number }

const labels = (db: Database | Tx, workspace: WorkspaceId, workflow: number) =>
  labelledVersions(db, workspace)
    .selectAll('workflow_labels')
    .select('workflow_versions.version_number')
    .where('workflow_labels.workflow_id', '=', workflow)

export async function listLabelsOf(
  db: Database | Tx,
  workspace: WorkspaceId,
  workflow: number,
): Promise<NumberedLabel[]> {
  return labels(db, workspace, workflow).orderBy('workflow_labels.id').execute()
}

/** Label names by workflow id. */
export async function listLabelNames(
  db: Database,
  workspace: WorkspaceId,
  workflows: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const names = new Map<number, string[]>()
  for (const chunk of chunksOf(workflows)) {
    const rows = await db
      .selectFrom('workflow_labels')
      .select(['workflow_id', 'name'])
      .where('workspace_id', '=', workspace)
      .where('workflow_id', 'in', chunk)
      .orderBy('id')
      .execute()
    for (const { workflow_id, name } of rows) {
      const known = names.get(workflow_id)
      if (known) known.push(name)
      else names.set(workflow_id, [name])
    }
  }
  return names
}

/** Creates the label, or moves it. */
export async function putLabel(tx: Tx, row: WorkflowLabelRow) {
  await tx
    .insertInto('workflow_labels')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'workflow_id', 'name'])
        .doUpdateSet({ version_id: row.version_id, updated_at: row.updated_at }),
    )
    .execute()
}
