import { deletedRows } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
import { restoreEntity } from '../registry/index.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const listDeletedWorkflows = listDeleted('workflows', deletedRows('workflows'), ({ id, name }) => ({
  id,
  name,
}))

export const restoreWorkflow: Handler<'restoreWorkflow'> = async (
  { store, now },
  { caller, params, body },
) => {
  const workflow = await restoreEntity(
    store,
    workflowRegistry,
    { kind: 'workflow', noun: 'workflow' },
    { workspace: caller.workspace, id: params.workflow_id, name: body.name, now: now() },
  )
  return { success: true as const, workflow }
}
