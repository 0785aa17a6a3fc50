import { deletedRows, type Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
import { restoreEntity } from '../registry/index.ts'
import { promptRegistry } from './prompt-registry.ts'
import { refuseProtectedOn } from './releases/refuse-protected.ts'

export const listDeletedPrompts = listDeleted(
  'prompts',
  deletedRows('prompts'),
  ({ id, name, is_snippet }) => ({ id, name, is_snippet: is_snippet === 1 }),
)

export const restorePrompt: Handler<'restorePrompt'> = async ({ store, now }, { caller, params, body }) => {
  // The labels serve versions again, as if they were moved.
  const check = (tx: Tx) => refuseProtectedOn(tx, caller, [params.prompt_id])
  const prompt = await restoreEntity(
    store,
    promptRegistry,
    { kind: 'prompt', noun: 'template' },
    { workspace: caller.workspace, id: params.prompt_id, name: body.name, now: now(), check },
  )
  return { success: true as const, prompt }
}
