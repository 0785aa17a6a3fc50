import { externalIdOperations } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { workflowRegistry } from './workflow-registry.ts'

const operations = externalIdOperations(
  'workflow',
  async (db, workspace, id) => (await workflowRegistry.findById(db, workspace, id)) !== undefined,
)

export const attachWorkflowExternalId: Handler<'attachWorkflowExternalId'> = (
  context,
  { caller, params, body },
) => operations.attach(context, caller, params.workflow_id, body)

export const listWorkflowExternalIds: Handler<'listWorkflowExternalIds'> = (context, { caller, params }) =>
  operations.list(context, caller, params.workflow_id)

export const detachWorkflowExternalId: Handler<'detachWorkflowExternalId'> = (context, { caller, params }) =>
  operations.detach(context, caller, params.workflow_id, {
    source: params.source,
    external_id: params.external_id,
  })
