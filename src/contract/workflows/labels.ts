import { z } from 'zod'
import { answer, clashErrors, endpointsOf, LabelName, textId } from '../kit/index.ts'

const path = '/api/public/v2/workflows/{workflow_id}/labels'
const define = endpointsOf({ tags: ['workflow', 'release-labels'] })

const WorkflowId = z.object({ workflow_id: textId('workflow') })
const LabelOfWorkflow = WorkflowId.extend({ label_id: textId('workflow-label') })
const versionNumber = z.int().positive()

export const WorkflowLabel = z.object({
  release_label: z.string(),
  release_label_id: z.int(),
  workflow_version_id: z.int(),
  workflow_version_number: z.int(),
})
const LabelAnswer = answer('WorkflowLabelResponse', { label: WorkflowLabel })

export const createWorkflowLabel = define({
  id: 'create_workflow_label',
  post: path,
  summary: 'Create a release label for a version of a workflow',
  role: 'publisher',
  params: WorkflowId,
  body: z.strictObject({ name: LabelName, version_number: versionNumber }),
  success: { 201: LabelAnswer },
  errors: clashErrors,
  example: { params: { workflow_id: 1 }, body: { name: 'staging', version_number: 1 } },
})

export const moveWorkflowLabel = define({
  id: 'move_workflow_label',
  patch: `${path}/{label_id}`,
  summary: 'Point a release label of a workflow at another version; the next run with the label uses it',
  description:
    'Refuses a version that would run its own workflow through the current labels. Saving a version makes the same check.',
  role: 'publisher',
  params: LabelOfWorkflow,
  body: z.strictObject({ version_number: versionNumber }),
  success: { 200: LabelAnswer },
  example: { params: { workflow_id: 1, label_id: 1 }, body: { version_number: 1 } },
})

export const deleteWorkflowLabel = define({
  id: 'delete_workflow_label',
  delete: `${path}/{label_id}`,
  summary: 'Delete a release label of a workflow; runs with the label are refused from then on',
  role: 'publisher',
  params: LabelOfWorkflow,
  success: { 200: z.object({ success: z.literal(true) }) },
  example: { params: { workflow_id: 1, label_id: 1 } },
})
