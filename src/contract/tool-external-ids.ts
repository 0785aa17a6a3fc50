import { z } from 'zod'
import { AttachedExternalId, attachBase, detachBase, listBase, Mapping } from './external-ids.ts'
import { defineEndpoint, textId } from './kit/index.ts'

const example = { source: 'crm', external_id: 'customer-tool' }
const ToolId = { tool_id: textId('tool') }
const exampleId = { tool_id: 1 }

export const attachToolExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_tool_id_external_id',
  path: '/api/public/v2/tool-registry/{tool_id}/external-ids',
  summary: 'Attach an external id to a tool; attaching it again changes nothing',
  params: z.object(ToolId),
  success: { 200: AttachedExternalId, 201: AttachedExternalId },
  example: { params: exampleId, body: example },
})

export const listToolExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_tool_id_external_ids',
  path: '/api/public/v2/tool-registry/{tool_id}/external-ids',
  summary: 'List the external ids of a tool',
  params: z.object(ToolId),
  example: { params: exampleId },
})

export const detachToolExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_tool_id_external_id',
  path: '/api/public/v2/tool-registry/{tool_id}/external-ids/{source}/{external_id}',
  summary: 'Detach an external id from a tool',
  params: z.object({ ...ToolId, ...Mapping }),
  example: { params: { ...exampleId, ...example } },
})
