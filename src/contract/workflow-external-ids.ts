import { z } from 'zod'
import { AttachedExternalId, attaching, detaching, listing, Mapping } from './external-ids.ts'
import { defineEndpoint, textId } from './kit/index.ts'

const example = { source: 'crm', external_id: 'customer-workflow' }
const WorkflowId = { workflow_id: textId('workflow') }
const exampleId = { workflow_id: 1 }

export const attachWorkflowExternalId = defineEndpoint({
  ...attaching,
  id: 'attach_workflow_id_external_id',
  path: '/workflows/{workflow_id}/external-ids',
  summary: 'Attach an external id to a workflow; the same mapping again changes nothing',
  params: z.object(WorkflowId),
  success: { 201: AttachedExternalId },
  example: { params: exampleId, body: example },
})

export const listWorkflowExternalIds = defineEndpoint({
  ...listing,
  id: 'list_workflow_id_external_ids',
  path: '/workflows/{workflow_id}/external-ids',
  summary: 'List the external ids of a workflow',
  params: z.object(WorkflowId),
  example: { params: exampleId },
})

export const detachWorkflowExternalId = defineEndpoint({
  ...detaching,
  id: 'delete_workflow_id_external_id',
  path: '/workflows/{workflow_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a workflow',
  params: z.object({ ...WorkflowId, ...Mapping }),
  example: { params: { ...exampleId, ...example } },
})
