import { z } from 'zod'
import { AttachedExternalId, DetachedExternalId, ListedExternalIds } from './external-ids.ts'
import { cleanText, defineEndpoint, ExternalIdText, externalIdErrors, SourceName } from './kit/index.ts'

const tags = ['external-ids'] as const
const example = { source: 'git', external_id: 'support-skills' }
const CollectionId = { skill_collection_id: cleanText.min(1).max(255).meta({ entity: 'skill-collection' }) }
const exampleId = { skill_collection_id: '019aa1f0-32a2-7a5e-9c1d-2f0b6f6f8e11' }

export const attachSkillExternalId = defineEndpoint({
  id: 'attach_skill_collection_id_external_id',
  method: 'post',
  path: '/api/public/v2/skill-collections/{skill_collection_id}/external-ids',
  summary: 'Attach an external id to a skill collection; the same mapping again changes nothing',
  tags,
  auth: 'header',
  params: z.object(CollectionId),
  body: z.strictObject({ source: SourceName, external_id: ExternalIdText }),
  success: { 201: AttachedExternalId },
  errors: externalIdErrors,
  example: { params: exampleId, body: example },
})

export const listSkillExternalIds = defineEndpoint({
  id: 'list_skill_collection_id_external_ids',
  method: 'get',
  path: '/api/public/v2/skill-collections/{skill_collection_id}/external-ids',
  summary: 'List the external ids of a skill collection',
  tags,
  auth: 'header',
  params: z.object(CollectionId),
  success: { 200: ListedExternalIds },
  errors: externalIdErrors,
  example: { params: exampleId },
})

export const detachSkillExternalId = defineEndpoint({
  id: 'delete_skill_collection_id_external_id',
  method: 'delete',
  path: '/api/public/v2/skill-collections/{skill_collection_id}/external-ids/{source}/{external_id}',
  summary: 'Take an external id off a skill collection',
  tags,
  auth: 'header',
  params: z.object({ ...CollectionId, source: SourceName, external_id: ExternalIdText }),
  success: { 200: DetachedExternalId },
  errors: externalIdErrors,
  example: { params: { ...exampleId, ...example } },
})
