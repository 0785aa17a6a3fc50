import { z } from 'zod'
import {
  defineEndpoint,
  ExternalId,
  ExternalIdText,
  externalIdErrors,
  SourceName,
  textId,
} from './kit/index.ts'

const tags = ['external-ids'] as const
const example = { source: 'crm', external_id: 'customer-greeting' }
const TemplateId = { prompt_template_id: textId('prompt') }

export const AttachedExternalId = z
  .object({ success: z.literal(true), external_id: ExternalId })
  .meta({ id: 'ExternalIdAttachResponse' })

export const ListedExternalIds = z
  .object({ success: z.literal(true), external_ids: z.array(ExternalId) })
  .meta({ id: 'ExternalIdsListResponse' })

export const DetachedExternalId = z
  .object({ success: z.literal(true) })
  .meta({ id: 'ExternalIdDeleteResponse' })

export const attachPromptExternalId = defineEndpoint({
  id: 'attach_prompt_template_id_external_id',
  method: 'post',
  path: '/prompt-templates/{prompt_template_id}/external-ids',
  summary: 'Attach an external id to a template; the same mapping again changes nothing',
  tags,
  auth: 'header',
  params: z.object(TemplateId),
  body: z.strictObject({ source: SourceName, external_id: ExternalIdText }),
  success: { 200: AttachedExternalId, 201: AttachedExternalId },
  errors: externalIdErrors,
  example: { params: { prompt_template_id: 1 }, body: example },
})

export const listPromptExternalIds = defineEndpoint({
  id: 'list_prompt_template_id_external_ids',
  method: 'get',
  path: '/prompt-templates/{prompt_template_id}/external-ids',
  summary: 'List the external ids of a template',
  tags,
  auth: 'header',
  params: z.object(TemplateId),
  success: { 200: ListedExternalIds },
  errors: externalIdErrors,
  example: { params: { prompt_template_id: 1 } },
})

export const detachPromptExternalId = defineEndpoint({
  id: 'delete_prompt_template_id_external_id',
  method: 'delete',
  path: '/prompt-templates/{prompt_template_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a template',
  tags,
  auth: 'header',
  params: z.object({ ...TemplateId, source: SourceName, external_id: ExternalIdText }),
  success: { 200: DetachedExternalId },
  errors: externalIdErrors,
  example: { params: { prompt_template_id: 1, ...example } },
})
