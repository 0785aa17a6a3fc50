import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { toolRegistry } from './tool-registry.ts'

const operations = externalIdOperations(
  'tool',
  async (db, workspace, id) => (await toolRegistry.findById(db, workspace, id)) !== undefined,
)

export const attachToolExternalId: Handler<'attachToolExternalId'> = (context, { caller, params, body }) =>
  operations.attach(context, caller, params.tool_id, body)

export const listToolExternalIds: Handler<'listToolExternalIds'> = (context, { caller, params }) =>
  operations.list(context, caller, params.tool_id)

export const detachToolExternalId: Handler<'detachToolExternalId'> = (context, { caller, params }) =>
  operations.detach(context, caller, params.tool_id, {
    source: params.source,
    external_id: params.external_id,
  })
