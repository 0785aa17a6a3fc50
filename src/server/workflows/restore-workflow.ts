import { deletedPage } from '../http/deleted-page.ts'
import type { Handler } from '../http/handler.ts'
import { restoreEntity } from '../registry/index.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const listDeletedWorkflows: Handler<'listDeletedWorkflows'> = async (
  { store, now },
  { caller, query },
) => {
  const { deleted: workflows, has_more } = await deletedPage(
    now(),
    query,
    (search) => workflowRegistry.selectDeleted(store.scan, caller.workspace, search),
    ({ id, name }) => ({ id, name }),
  )
  return { success: true as const, workflows, has_more }
}

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
