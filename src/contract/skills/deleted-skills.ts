import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, Deleted, endpointsOf, namedErrors, skillErrors } from '../kit/index.ts'
import { CollectionName, Identifier } from './fields.ts'

const path = '/api/public/v2/deleted-skill-collections'
const define = endpointsOf({ tags: ['skill-collections'] })
const fields = { id: z.guid(), name: z.string() }

export const deleteSkillCollection = define({
  id: 'deleteSkillCollectionPublic',
  delete: '/api/public/v2/skill-collections/{identifier+}',
  summary: 'Delete a skill collection with its versions',
  description: 'Calls that pull its files return 404. The collection can be restored for 30 days.',
  params: Identifier,
  success: { 200: Deleted },
  errors: { ...skillErrors, 404: 'failure' },
  example: { params: { identifier: 'support' } },
})

export const listDeletedSkillCollections = define({
  id: 'list_deleted_skill_collections',
  get: path,
  summary: 'List skill collections that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedSkillCollectionsResponse', 'skill_collections', fields),
})

export const restoreSkillCollection = define({
  id: 'restore_skill_collection',
  post: `${path}/{skill_collection_id}/restore`,
  summary: 'Restore a skill collection that was deleted in the last 30 days',
  description:
    'Restores it with its versions, labels, and external ids that no other entity uses now. If another collection ' +
    'has the name now, send a new `name`. A collection that is not deleted stays as it is.',
  params: z.object({ skill_collection_id: z.guid().meta({ entity: 'skill-collection' }) }),
  body: z.strictObject({ name: CollectionName.nullish() }).default({}),
  success: { 200: answer('RestoredSkillCollectionResponse', { skill_collection: z.object(fields) }) },
  errors: namedErrors,
  example: { params: { skill_collection_id: '019aa1f0-32a2-7a5e-9c1d-2f0b6f6f8e11' } },
})
