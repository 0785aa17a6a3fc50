import type { Handlers } from '../http/handler.ts'
import { createWorkflow } from './create-workflow.ts'
import {
  attachWorkflowExternalId,
  detachWorkflowExternalId,
  listWorkflowExternalIds,
} from './external-ids.ts'
import { listWorkflows } from './list-workflows.ts'
import { patchWorkflow } from './patch-workflow.ts'
import { listWorkflowLabels, listWorkflowVersions, readWorkflow } from './read-workflow.ts'

export { workflowsInFolders } from './foldered.ts'

/** The operations of this room. */
export const workflowHandlers = {
  listWorkflows,
  createWorkflow,
  patchWorkflow,
  readWorkflow,
  listWorkflowLabels,
  listWorkflowVersions,
  attachWorkflowExternalId,
  listWorkflowExternalIds,
  detachWorkflowExternalId,
} satisfies Partial<Handlers>
