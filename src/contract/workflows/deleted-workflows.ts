import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, endpointsOf, namedErrors, textId } from '../kit/index.ts'
import { WorkflowName } from './workflows.ts'

const path = '/api/public/v2/deleted-workflows'
const define = endpointsOf({ tags: ['workflow'] })

export const listDeletedWorkflows = define({
  id: 'list_deleted_workflows',
  get: path,
  summary: 'List workflows that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedWorkflowsResponse', 'workflows', { id: z.int(), name: z.string() }),
})

export const restoreWorkflow = define({
  id: 'restore_workflow',
  post: `${path}/{workflow_id}/restore`,
  summary: 'Restore a workflow that was deleted in the last 30 days',
  description:
    'Restores it outside folders, with its versions, labels, runs, and external ids that no other entity uses now. If ' +
    'another workflow has the name now, send a new `name`. A workflow that is not deleted stays as it is.',
  params: z.object({ workflow_id: textId('workflow') }),
  body: z.strictObject({ name: WorkflowName.nullish() }).default({}),
  success: {
    200: answer('RestoredWorkflowResponse', { workflow: z.object({ id: z.int(), name: z.string() }) }),
  },
  errors: namedErrors,
  example: { params: { workflow_id: 1 } },
})
