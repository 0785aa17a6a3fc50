import { releaseAll } from '../external-ids/index.ts'
import { deletedPage } from '../http/deleted-page.ts'
import type { Handler } from '../http/handler.ts'
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

export const listDeletedTools: Handler<'listDeletedTools'> = async ({ store, now }, { caller, query }) => {
  const { deleted: tools, has_more } = await deletedPage(
    now(),
    query,
    (search) => toolRegistry.selectDeleted(store.scan, caller.workspace, search),
    ({ id, name }) => ({ id, name }),
  )
  return { success: true as const, tools, has_more }
}

export const restoreTool: Handler<'restoreTool'> = async ({ store, now }, { caller, params, body }) => {
  const tool = await restoreEntity(
    store,
    toolRegistry,
    { kind: 'tool', noun: 'tool' },
    { workspace: caller.workspace, id: params.tool_id, name: body.name, now: now() },
  )
  return { success: true as const, tool }
}
