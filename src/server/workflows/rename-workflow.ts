import type { Handler } from '../http/handler.ts'
import { renameEntity } from '../registry/index.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const renameWorkflow: Handler<'renameWorkflow'> = async (
  { store, now },
  { caller: { workspace }, params, body: { name } },
) => {
  const renaming = { workspace, identifier: params.workflow_id, name, now: now() }
  const workflow = await renameEntity(store, workflowRegistry, 'workflow', renaming)
  return { success: true as const, workflow }
}
