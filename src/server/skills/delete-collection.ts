import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { deletedRows, restoreRow } from '../db/index.ts'
import { releaseAll, showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
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
      const time = now()
      const restoration = { since: time - restorableMilliseconds, name: body.name, now: time }
      const id = params.skill_collection_id.toLowerCase()
      const collection = await restoreRow(tx, 'skill_collections', caller.workspace, id, restoration)
      if (!collection)
        throw new Refusal('not_found', 'No skill collection with this id was deleted in the last 30 days.')
      await showMappingsOf(tx, caller.workspace, { kind, id })
      return { success: true as const, skill_collection: collection }
    }),
  )
