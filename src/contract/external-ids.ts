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
/** Path parameters that name one mapping. */
export const Mapping = { source: SourceName, external_id: ExternalIdText }

export const AttachedExternalId = z
  .object({ success: z.literal(true), external_id: ExternalId })
  .meta({ id: 'ExternalIdAttachResponse' })

const ListedExternalIds = z
  .object({ success: z.literal(true), external_ids: z.array(ExternalId) })
  .meta({ id: 'ExternalIdsListResponse' })

const DetachedExternalId = z.object({ success: z.literal(true) }).meta({ id: 'ExternalIdDeleteResponse' })

/** What the three operations have in common, whatever carries the ids. */
export const attaching = {
  method: 'post',
  tags,
  auth: 'header',
  body: z.strictObject({ source: SourceName, external_id: ExternalIdText }),
  errors: externalIdErrors,
} as const

export const listing = {
  method: 'get',
  tags,
  auth: 'header',
  success: { 200: ListedExternalIds },
  errors: externalIdErrors,
} as const

export const detaching = {
  method: 'delete',
  tags,
  auth: 'header',
  success: { 200: DetachedExternalId },
  errors: externalIdErrors,
} as const

export const attachPromptExternalId = defineEndpoint({
  ...attaching,
  id: 'attach_prompt_template_id_external_id',
  path: '/prompt-templates/{prompt_template_id}/external-ids',
  summary: 'Attach an external id to a template; the same mapping again changes nothing',
  params: z.object(TemplateId),
  success: { 200: AttachedExternalId, 201: AttachedExternalId },
  example: { params: { prompt_template_id: 1 }, body: example },
})

export const listPromptExternalIds = defineEndpoint({
  ...listing,
  id: 'list_prompt_template_id_external_ids',
  path: '/prompt-templates/{prompt_template_id}/external-ids',
  summary: 'List the external ids of a template',
  params: z.object(TemplateId),
  example: { params: { prompt_template_id: 1 } },
})

export const detachPromptExternalId = defineEndpoint({
  ...detaching,
  id: 'delete_prompt_template_id_external_id',
  path: '/prompt-templates/{prompt_template_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a template',
  params: z.object({ ...TemplateId, ...Mapping }),
  example: { params: { prompt_template_id: 1, ...example } },
})

export const attachFolderExternalId = defineEndpoint({
  ...attaching,
  id: 'attach_folder_id_external_id',
  path: '/api/public/v2/folders/{folder_id}/external-ids',
  summary: 'Attach an external id to a folder; the same mapping again changes nothing',
  params: z.object(FolderId),
  success: { 201: AttachedExternalId },
  example: { params: { folder_id: 1 }, body: { source: 'crm', external_id: 'customer-folder' } },
})

export const listFolderExternalIds = defineEndpoint({
  ...listing,
  id: 'list_folder_id_external_ids',
  path: '/api/public/v2/folders/{folder_id}/external-ids',
  summary: 'List the external ids of a folder',
  params: z.object(FolderId),
  example: { params: { folder_id: 1 } },
})

export const detachFolderExternalId = defineEndpoint({
  ...detaching,
  id: 'delete_folder_id_external_id',
  path: '/api/public/v2/folders/{folder_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a folder',
  params: z.object({ ...FolderId, ...Mapping }),
  example: { params: { folder_id: 1, source: 'crm', external_id: 'customer-folder' } },
})
