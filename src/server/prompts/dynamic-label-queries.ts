import { type Database, numberedRows, sameWorkspace, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const dynamicLabelRows = numberedRows('dynamic_labels')

/** Dynamic labels of all templates except deleted ones. */
const labels = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('dynamic_labels')
    .innerJoin('prompts', sameWorkspace('prompts', 'dynamic_labels', { id: 'prompt_id' }))
    .selectAll('dynamic_labels')
    .select('prompts.name as prompt_name')
    .where('dynamic_labels.workspace_id', '=', workspace)
    .where('prompts.deleted_at', 'is', null)

export async function findDynamicLabel(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return labels(db, workspace).where('dynamic_labels.id', '=', id).executeTakeFirst()
}

export async function findDynamicLabelByName(
  db: Database | Tx,
  workspace: WorkspaceId,
  prompt: number,
  name: string,
) {
  return labels(db, workspace)
    .where('dynamic_labels.prompt_id', '=', prompt)
    .where('dynamic_labels.name', '=', name)
    .executeTakeFirst()
}

export async function selectDynamicLabels(db: Database | Tx, workspace: WorkspaceId, prompt?: number) {
  const all = labels(db, workspace).orderBy('dynamic_labels.id')
  return (prompt === undefined ? all : all.where('dynamic_labels.prompt_id', '=', prompt)).execute()
}
