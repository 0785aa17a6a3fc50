import { z } from 'zod'
import { AttachedExternalId, DetachedExternalId, ListedExternalIds } from './external-ids.ts'
import { defineEndpoint, ExternalIdText, externalIdErrors, SourceName, textId } from './kit/index.ts'

const tags = ['external-ids'] as const
const example = { source: 'crm', external_id: 'customer-tool' }
const ToolId = { tool_id: textId('tool') }
const exampleId = { tool_id: 1 }

export const attachToolExternalId = defineEndpoint({
  id: 'attach_tool_id_external_id',
  method: 'post',
  path: '/api/public/v2/tool-registry/{tool_id}/external-ids',
  summary: 'Attach an external id to a tool; the same mapping again changes nothing',
  tags,
  auth: 'header',
  params: z.object(ToolId),
  body: z.strictObject({ source: SourceName, external_id: ExternalIdText }),
  success: { 200: AttachedExternalId, 201: AttachedExternalId },
  errors: externalIdErrors,
  example: { params: exampleId, body: example },
})

export const listToolExternalIds = defineEndpoint({
  id: 'list_tool_id_external_ids',
  method: 'get',
  path: '/api/public/v2/tool-registry/{tool_id}/external-ids',
  summary: 'List the external ids of a tool',
  tags,
  auth: 'header',
  params: z.object(ToolId),
  success: { 200: ListedExternalIds },
  errors: externalIdErrors,
  example: { params: exampleId },
})

export const detachToolExternalId = defineEndpoint({
  id: 'delete_tool_id_external_id',
  method: 'delete',
  path: '/api/public/v2/tool-registry/{tool_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a tool',
  tags,
  auth: 'header',
  params: z.object({ ...ToolId, source: SourceName, external_id: ExternalIdText }),
  success: { 200: DetachedExternalId },
  errors: externalIdErrors,
  example: { params: { ...exampleId, ...example } },
})
