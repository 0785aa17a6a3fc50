import type { PromptVersionRow, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { refuseDynamicName } from './dynamic-label-rules.ts'
import { findLabelByName, insertLabel, pointLabel } from './label-queries.ts'

/** Moves the label to the version, or creates it. */
export async function putLabel(store: Store, tx: Tx, version: PromptVersionRow, name: string, now: number) {
  const workspace = version.workspace_id as WorkspaceId
  const label = await findLabelByName(tx, workspace, version.prompt_id, name)
  if (label) return pointLabel(tx, workspace, label.id, version.id, now)
  await refuseDynamicName(tx, workspace, version.prompt_id, name, ['body', 'release_labels'])
  return insertLabel(tx, {
    workspace_id: workspace,
    id: await store.nextId(tx, 'prompt_label_ids'),
    prompt_id: version.prompt_id,
    name,
    version_id: version.id,
    created_at: now,
    updated_at: now,
  })
}
