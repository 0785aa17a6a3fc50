import { externalIdOperations } from '../external-ids/index.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const {
  attach: attachWorkflowExternalId,
  list: listWorkflowExternalIds,
  detach: detachWorkflowExternalId,
} = externalIdOperations({ kind: 'workflow', param: 'workflow_id', find: workflowRegistry.findById })
