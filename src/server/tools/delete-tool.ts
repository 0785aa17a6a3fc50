import { deletedRows } from '../db/index.ts'
import { releaseAll } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
import { restoreEntity } from '../registry/index.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { toolRegistry } from './tool-registry.ts'

export const deleteTool: Handler<'deleteTool'> = ({ store, now }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const { id } = await toolRegistry.get(tx, workspace, params.identifier)
    await toolRegistry.update(tx, workspace, id, { deleted_at: now(), folder_id: null })
    await releaseAll(tx, workspace, 'tool', [id])
    return { success: true as const }
  })
}

export const listDeletedTools = listDeleted('tools', deletedRows('tools'), ({ id, name }) => ({
  id,
  name,
}))

export const restoreTool: Handler<'restoreTool'> = async ({ store, now }, { caller, params, body }) => {
  const tool = await restoreEntity(
    store,
    toolRegistry,
    { kind: 'tool', noun: 'tool' },
    { workspace: caller.workspace, id: params.tool_id, name: body.name, now: now() },
  )
  return { success: true as const, tool }
}
