import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { presentDeletion } from '../http/present-deletion.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { selectDeletedPrompts } from './deleted-queries.ts'
import { promptRegistry } from './prompt-registry.ts'
import { refuseProtectedOn } from './releases/refuse-protected.ts'

export const listDeletedPrompts: Handler<'listDeletedPrompts'> = async (
  { store, now },
  { caller, query },
) => {
  const { q: name, limit } = query
  const since = now() - restorableMilliseconds
  const rows = await selectDeletedPrompts(store.scan, caller.workspace, { since, name, limit: limit + 1 })
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
  return refusingDuplicates(store, 'Another template has this name: give a new one.', () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const prompt = await promptRegistry.findRow(tx, workspace, params.prompt_id)
      const time = now()
      if (!prompt || (prompt.deleted_at !== null && prompt.deleted_at < time - restorableMilliseconds))
        throw new Refusal('not_found', 'No template with this id was deleted in the last 30 days.')
      const name = prompt.deleted_at === null ? prompt.name : (body.name ?? prompt.name)
      if (prompt.deleted_at !== null) {
        // The labels serve versions again, as if they were moved.
        await refuseProtectedOn(tx, caller, [prompt.id])
        if (await promptRegistry.isId(tx, workspace, name))
          throw new Refusal('invalid', `${name} is the id of a template, so it cannot be a name`, {
            loc: ['body', 'name'],
            type: 'name_is_id',
          })
        if (await promptRegistry.find(tx, workspace, String(prompt.id)))
          throw new Refusal(
            'conflict',
            `The name of another template is the id ${prompt.id}: rename it first.`,
          )
        await promptRegistry.update(tx, workspace, prompt.id, { name, deleted_at: null, updated_at: time })
      }
      return { success: true as const, prompt: { id: prompt.id, name } }
    }),
  )
}
