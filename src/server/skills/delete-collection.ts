import { deletedRows } from '../db/index.ts'
import { releaseAll, showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
import { restoreDeleted } from '../http/restore-deleted.ts'
import { getCollection } from './find-collection.ts'
import { updateCollection } from './queries.ts'
import { refuseTakenName } from './refuse-taken-name.ts'

const kind = 'skill-collection'

export const deleteSkillCollection: Handler<'deleteSkillCollection'> = (
  { store, now },
  { caller, params },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    const { id } = await getCollection(tx, workspace, params.identifier)
    await updateCollection(tx, workspace, id, { deleted_at: now(), folder_id: null })
    await releaseAll(tx, workspace, kind, [id])
    return { success: true as const }
  })
}

export const listDeletedSkillCollections = listDeleted(
  'skill_collections',
  deletedRows('skill_collections'),
  ({ id, name }) => ({ id, name }),
)

export const restoreSkillCollection: Handler<'restoreSkillCollection'> = (
  { store, now },
  { caller, params, body },
) =>
  refuseTakenName(store, () =>
    store.transact(async (tx) => {
      const { workspace } = caller
      const id = params.skill_collection_id.toLowerCase()
      const deleted = { workspace, id, name: body.name, now: now() }
      const collection = await restoreDeleted(tx, 'skill_collections', 'skill collection', deleted)
      await showMappingsOf(tx, workspace, { kind, id })
      return { success: true as const, skill_collection: collection }
    }),
  )
