import { z } from 'zod'
import { AttachedExternalId, attachBase, detachBase, listBase, Mapping } from './external-ids.ts'
import { cleanText, defineEndpoint } from './kit/index.ts'

const example = { source: 'git', external_id: 'support-skills' }
const CollectionId = { skill_collection_id: cleanText.min(1).max(255).meta({ entity: 'skill-collection' }) }
const exampleId = { skill_collection_id: '019aa1f0-32a2-7a5e-9c1d-2f0b6f6f8e11' }

export const attachSkillExternalId = defineEndpoint({
  ...attachBase,
  id: 'attach_skill_collection_id_external_id',
  path: '/api/public/v2/skill-collections/{skill_collection_id}/external-ids',
  summary: 'Attach an external id to a skill collection; attaching it again changes nothing',
  params: z.object(CollectionId),
  success: { 201: AttachedExternalId },
  example: { params: exampleId, body: example },
})

export const listSkillExternalIds = defineEndpoint({
  ...listBase,
  id: 'list_skill_collection_id_external_ids',
  path: '/api/public/v2/skill-collections/{skill_collection_id}/external-ids',
  summary: 'List the external ids of a skill collection',
  params: z.object(CollectionId),
  example: { params: exampleId },
})

export const detachSkillExternalId = defineEndpoint({
  ...detachBase,
  id: 'delete_skill_collection_id_external_id',
  path: '/api/public/v2/skill-collections/{skill_collection_id}/external-ids/{source}/{external_id}',
  summary: 'Detach an external id from a skill collection',
  params: z.object({ ...CollectionId, ...Mapping }),
  example: { params: { ...exampleId, ...example } },
})
