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
const FolderId = { folder_id: textId('folder') }
/** Path parameters of one mapping. */
export const Mapping = { source: SourceName, external_id: ExternalIdText }

export const AttachedExternalId = z
  .object({ success: z.literal(true), external_id: ExternalId })
  .meta({ id: 'ExternalIdAttachResponse' })

const ListedExternalIds = z
  .object({ success: z.literal(true), external_ids: z.array(ExternalId) })
  .meta({ id: 'ExternalIdsListResponse' })

const DetachedExternalId = z.object({ success: z.literal(true) }).meta({ id: 'ExternalIdDeleteResponse' })

/** Fields shared by the three operations of every kind of entity. */
export const attachBase = {
  method: 'post',
  tags,
  auth: 'header',
  body: z.strictObject({ source: SourceName, external_id: ExternalIdText }),
  errors: externalIdErrors,
} as const

export const listBase = {
  method: 'get',
  tags,
  auth: 'header',
  success: { 200: ListedExternalIds },
  errors: externalIdErrors,
} as const

export const detachBase = {
  method: 'delete',
  tags,
  auth: 'header',
  success: { 200: DetachedExternalId },
  errors: externalIdErrors,
} as const

export const attachPromptExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_prompt_template_id_external_id',
  path: '/prompt-templates/{prompt_template_id}/external-ids',
  summary: 'Attach an external id to a template; attaching it again changes nothing',
  params: z.object(TemplateId),
  success: { 200: AttachedExternalId, 201: AttachedExternalId },
  example: { params: { prompt_template_id: 1 }, body: example },
})

export const listPromptExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_prompt_template_id_external_ids',
  path: '/prompt-templates/{prompt_template_id}/external-ids',
  summary: 'List the external ids of a template',
  params: z.object(TemplateId),
  example: { params: { prompt_template_id: 1 } },
})

export const detachPromptExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_prompt_template_id_external_id',
  path: '/prompt-templates/{prompt_template_id}/external-ids/{source}/{external_id}',
  summary: 'Detach an external id from a template',
  params: z.object({ ...TemplateId, ...Mapping }),
  example: { params: { prompt_template_id: 1, ...example } },
})

export const attachFolderExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_folder_id_external_id',
  path: '/api/public/v2/folders/{folder_id}/external-ids',
  summary: 'Attach an external id to a folder; attaching it again changes nothing',
  params: z.object(FolderId),
  success: { 201: AttachedExternalId },
  example: { params: { folder_id: 1 }, body: { source: 'crm', external_id: 'customer-folder' } },
})

export const listFolderExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_folder_id_external_ids',
  path: '/api/public/v2/folders/{folder_id}/external-ids',
  summary: 'List the external ids of a folder',
  params: z.object(FolderId),
  example: { params: { folder_id: 1 } },
})

export const detachFolderExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_folder_id_external_id',
  path: '/api/public/v2/folders/{folder_id}/external-ids/{source}/{external_id}',
  summary: 'Detach an external id from a folder',
  params: z.object({ ...FolderId, ...Mapping }),
  example: { params: { folder_id: 1, source: 'crm', external_id: 'customer-folder' } },
})
