/** Skill collections. A version is a list of paths and hashes; zip archives are read and written. */

import type { Handlers } from '../http/handler.ts'
import { createSkillCollection } from './create-collection.ts'
import { attachSkillExternalId, detachSkillExternalId, listSkillExternalIds } from './external-ids.ts'
import { listSkillCollections } from './list-collections.ts'
import { readSkillCollection } from './read-collection.ts'
import { renameSkillCollection } from './rename-collection.ts'
import { saveSkillCollectionVersion } from './save-version.ts'

export const skillHandlers = {
  listSkillCollections,
  createSkillCollection,
  readSkillCollection,
  renameSkillCollection,
  saveSkillCollectionVersion,
  attachSkillExternalId,
  listSkillExternalIds,
  detachSkillExternalId,
} satisfies Partial<Handlers>
