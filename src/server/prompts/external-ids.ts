import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { promptRegistry } from './prompt-registry.ts'

const operations = externalIdOperations(
  'prompt',
  async (db, workspace, id) => (await promptRegistry.findById(db, workspace, id)) !== undefined,
)

export const attachPromptExternalId: Handler<'attachPromptExternalId'> = (
  context,
  { caller, params, body },
) => operations.attach(context, caller, params.prompt_template_id, body)

export const listPromptExternalIds: Handler<'listPromptExternalIds'> = (context, { caller, params }) =>
  operations.list(context, caller, params.prompt_template_id)

export const detachPromptExternalId: Handler<'detachPromptExternalId'> = (context, { caller, params }) =>
  operations.detach(context, caller, params.prompt_template_id, {
    source: params.source,
    external_id: params.external_id,
  })
