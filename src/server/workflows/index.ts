/** Workflows: versions, labels, runs in jobs, and the websocket that announces the end of a run. */

import type { Context } from '../context.ts'
import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import { createWorkflow } from './create-workflow.ts'
import { createWorkflowLabel, deleteWorkflowLabel, moveWorkflowLabel } from './labels.ts'
import { listWorkflows } from './list-workflows.ts'
import { requestWebsocketToken } from './live/request-token.ts'
import { patchWorkflow } from './patch-workflow.ts'
import { listWorkflowLabels, listWorkflowVersions, readWorkflow } from './read-workflow.ts'
import { renameWorkflow } from './rename-workflow.ts'
import { listDeletedWorkflows, restoreWorkflow } from './restore-workflow.ts'
import { callbackJob } from './runs/callback-job.ts'
import { cancelWorkflowRun } from './runs/cancel-run.ts'
import { listWorkflowRuns, readWorkflowResults, readWorkflowRun } from './runs/read-run.ts'
import { runJob } from './runs/run-job.ts'
import { runWorkflow } from './runs/run-workflow.ts'
import { workflowRegistry } from './workflow-registry.ts'

export { workflowsInFolders } from './foldered.ts'
export { isWebsocketRequest, serveCompletions } from './live/serve-completions.ts'
export { answerWorkflow } from './runs/answer-workflow.ts'
export { workflowRegistry } from './workflow-registry.ts'

export const workflowJobs = (context: Context): readonly JobHandler[] => [
  runJob(context),
  callbackJob(context),
]

export const workflowHandlers = {
  listWorkflows,
  listDeletedWorkflows,
  restoreWorkflow,
  createWorkflow,
  patchWorkflow,
  renameWorkflow,
  readWorkflow,
  listWorkflowLabels,
  createWorkflowLabel,
  moveWorkflowLabel,
  deleteWorkflowLabel,
  listWorkflowVersions,
  ...handlersOfExternalIds('Workflow', {
    kind: 'workflow',
    param: 'workflow_id',
    find: workflowRegistry.findById,
  }),
  runWorkflow,
  readWorkflowResults,
  readWorkflowRun,
  listWorkflowRuns,
  cancelWorkflowRun,
  requestWebsocketToken,
} satisfies Partial<Handlers>
