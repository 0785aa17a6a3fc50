import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates } from '../db/index.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { presentDeletion } from '../http/present-deletion.ts'
import { restoreEntity } from '../registry/index.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { promptRegistry } from './prompt-registry.ts'
import { refuseProtectedOn } from './releases/refuse-protected.ts'

export const listDeletedPrompts: Handler<'listDeletedPrompts'> = async (
  { store, now },
  { caller, query },
) => {
  const { q: name, limit } = query
  const search = { since: now() - restorableMilliseconds, name, limit: limit + 1 }
  const rows = await promptRegistry.selectDeleted(store.scan, caller.workspace, search)
  return {
    success: true as const,
    prompts: rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      is_snippet: row.is_snippet === 1,
      ...presentDeletion(row.deleted_at),
    })),
    has_more: rows.length > limit,
  }
}

export const restorePrompt: Handler<'restorePrompt'> = ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  const id = params.prompt_id
  return refusingDuplicates(store, 'Another template has this name: give a new one.', () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      // The labels serve versions again, as if they were moved.
      const check = () => refuseProtectedOn(tx, caller, [id])
      const restoration = { id, name: body.name, now: now(), check }
      const prompt = await restoreEntity(tx, promptRegistry, 'template', workspace, restoration)
      await showMappingsOf(tx, workspace, { kind: 'prompt', id })
      return { success: true as const, prompt }
    }),
  )
}
