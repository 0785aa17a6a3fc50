import { externalIdOperations } from '../external-ids/index.ts'
import { findCollectionById } from './queries.ts'

export const {
  attach: attachSkillExternalId,
  list: listSkillExternalIds,
  detach: detachSkillExternalId,
} = externalIdOperations({ kind: 'skill-collection', param: 'skill_collection_id', find: findCollectionById })
