import { z } from 'zod'
import { AttachedExternalId, attachBase, detachBase, listBase, Mapping } from './external-ids.ts'
import { defineEndpoint, textId } from './kit/index.ts'

const example = { source: 'crm', external_id: 'customer-workflow' }
const WorkflowId = { workflow_id: textId('workflow') }
const exampleId = { workflow_id: 1 }

export const attachWorkflowExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_workflow_id_external_id',
  path: '/workflows/{workflow_id}/external-ids',
  summary: 'Attach an external id to a workflow; attaching it again changes nothing',
  params: z.object(WorkflowId),
  success: { 201: AttachedExternalId },
  example: { params: exampleId, body: example },
})

export const listWorkflowExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_workflow_id_external_ids',
  path: '/workflows/{workflow_id}/external-ids',
  summary: 'List the external ids of a workflow',
  params: z.object(WorkflowId),
  example: { params: exampleId },
})

export const detachWorkflowExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_workflow_id_external_id',
  path: '/workflows/{workflow_id}/external-ids/{source}/{external_id}',
  summary: 'Detach an external id from a workflow',
  params: z.object({ ...WorkflowId, ...Mapping }),
  example: { params: { ...exampleId, ...example } },
})
