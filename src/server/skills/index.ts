/** Skill collections. A version is a list of paths and hashes; zip archives are read and written. */

import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import { createSkillCollection } from './create-collection.ts'
import {
  deleteSkillCollection,
  listDeletedSkillCollections,
  restoreSkillCollection,
} from './delete-collection.ts'
import { listSkillCollections } from './list-collections.ts'
import { findCollectionById } from './queries.ts'
import { readSkillCollection } from './read-collection.ts'
import { renameSkillCollection } from './rename-collection.ts'
import { saveSkillCollectionVersion } from './save-version.ts'

export const skillHandlers = {
  listSkillCollections,
  createSkillCollection,
  readSkillCollection,
  renameSkillCollection,
  saveSkillCollectionVersion,
  deleteSkillCollection,
  listDeletedSkillCollections,
  restoreSkillCollection,
  ...handlersOfExternalIds('Skill', {
    kind: 'skill-collection',
    param: 'skill_collection_id',
    find: findCollectionById,
  }),
} satisfies Partial<Handlers>
