import type { Handler } from '../http/handler.ts'
import { renameEntity } from '../registry/index.ts'
import { promptRegistry } from './prompt-registry.ts'

export const renamePrompt: Handler<'renamePrompt'> = async (
  { store, now },
  { caller: { workspace }, params, body: { name } },
) => {
  const renaming = { workspace, identifier: params.prompt_id, name, now: now() }
  const prompt = await renameEntity(store, promptRegistry, 'template', renaming)
  return { success: true as const, prompt }
}
