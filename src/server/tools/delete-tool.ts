import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates } from '../db/index.ts'
import { releaseAll, showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { presentDeletion } from '../http/present-deletion.ts'
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
  const { q: name, limit } = query
  const search = { since: now() - restorableMilliseconds, name, limit: limit + 1 }
  const rows = await toolRegistry.selectDeleted(store.scan, caller.workspace, search)
  return {
    success: true as const,
    tools: rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      ...presentDeletion(row.deleted_at),
    })),
    has_more: rows.length > limit,
  }
}

export const restoreTool: Handler<'restoreTool'> = ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return refusingDuplicates(store, 'Another tool has this name: give a new one.', () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const restoration = { id: params.tool_id, name: body.name, now: now() }
      const tool = await restoreEntity(tx, toolRegistry, 'tool', workspace, restoration)
      await showMappingsOf(tx, workspace, { kind: 'tool', id: tool.id })
      return { success: true as const, tool }
    }),
  )
}
