import { Refusal } from '../../engine/refusal.ts'
import { refusingDuplicates } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { promptRegistry } from './prompt-registry.ts'

export const renamePrompt: Handler<'renamePrompt'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  const { name } = body
  return refusingDuplicates(store, 'Another template has this name.', () =>
    store.transact(async (tx) => {
      await bumpRegistryRevision(tx, workspace)
      const prompt = await promptRegistry.get(tx, workspace, params.prompt_id)
      if (await promptRegistry.isId(tx, workspace, name))
        throw new Refusal('invalid', `${name} is the id of a template, so it cannot be a name`, {
          loc: ['body', 'name'],
          type: 'name_is_id',
        })
      await promptRegistry.update(tx, workspace, prompt.id, { name, updated_at: now() })
      return { success: true as const, prompt: { id: prompt.id, name } }
    }),
  )
}
