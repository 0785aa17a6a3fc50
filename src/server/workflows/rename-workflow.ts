import { Refusal } from '../../engine/refusal.ts'
import { refusingDuplicates } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const renameWorkflow: Handler<'renameWorkflow'> = ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  const { name } = body
  return refusingDuplicates(store, 'Another workflow has this name.', () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const { id } = await workflowRegistry.get(tx, workspace, params.workflow_id)
      if (await workflowRegistry.isId(tx, workspace, name))
        throw new Refusal('invalid', `${name} is the id of a workflow, so it cannot be a name`, {
          loc: ['body', 'name'],
          type: 'name_is_id',
        })
      await workflowRegistry.update(tx, workspace, id, { name, updated_at: now() })
      return { success: true as const, workflow: { id, name } }
    }),
  )
}
