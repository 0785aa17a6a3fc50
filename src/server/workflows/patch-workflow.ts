import { patchWorkflow as patched } from '../../engine/workflow/index.ts'
import { requireRole } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { changeOf } from './definition-of.ts'
import { checkedDefinition, publishVersion } from './publish.ts'
import { versionOf } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const patchWorkflow: Handler<'patchWorkflow'> = async (context, { caller, params, body }) => {
  const { workspace } = caller
  const labels = body.release_labels ?? []
  if (labels.length > 0) requireRole(caller, 'publisher')
  return context.store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const workflow = await workflowRegistry.get(tx, workspace, params.workflow_id_or_name)
    const base = versionOf(
      await workflowRegistry.getVersion(tx, workspace, workflow, { version: body.base_version }),
    )
    const definition = checkedDefinition(patched(base, changeOf(body)))
    const version = { definition, commitMessage: body.commit_message ?? null, labels }
    return publishVersion(context, tx, caller, workflow, version, base.number)
  })
}
