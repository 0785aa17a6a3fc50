import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates } from '../db/index.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { presentDeletion } from '../http/present-deletion.ts'
import { restoreEntity } from '../registry/index.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const listDeletedWorkflows: Handler<'listDeletedWorkflows'> = async (
  { store, now },
  { caller, query },
) => {
  const { q: name, limit } = query
  const search = { since: now() - restorableMilliseconds, name, limit: limit + 1 }
  const rows = await workflowRegistry.selectDeleted(store.scan, caller.workspace, search)
  return {
    success: true as const,
    workflows: rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      ...presentDeletion(row.deleted_at),
    })),
    has_more: rows.length > limit,
  }
}

export const restoreWorkflow: Handler<'restoreWorkflow'> = ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return refusingDuplicates(store, 'Another workflow has this name: give a new one.', () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const restoration = { id: params.workflow_id, name: body.name, now: now() }
      const workflow = await restoreEntity(tx, workflowRegistry, 'workflow', workspace, restoration)
      await showMappingsOf(tx, workspace, { kind: 'workflow', id: workflow.id })
      return { success: true as const, workflow }
    }),
  )
}
