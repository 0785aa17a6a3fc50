import type { PromptVersionRow, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { refuseDynamicName } from './dynamic-label-rules.ts'
import { promptRegistry } from './prompt-registry.ts'

/** Moves a label to a version, or creates the label. */
export function putLabel(store: Store, tx: Tx, version: PromptVersionRow, name: string, now: number) {
  const workspace = version.workspace_id as WorkspaceId
  const target = { entity: version.prompt_id, name, version: version.id }
  return promptRegistry.putLabel(store, tx, workspace, target, now, () =>
    refuseDynamicName(tx, workspace, version.prompt_id, name, ['body', 'release_labels']),
  )
}
