import { listExternalIds } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { getCollection, rootPathOf } from './find-collection.ts'
import { presentCollection } from './present.ts'
import { updateCollection } from './queries.ts'
import { refuseTakenName } from './refuse-taken-name.ts'

/** Renames a collection. Its versions keep the root path with which they were saved. */
export const renameSkillCollection: Handler<'renameSkillCollection'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return refuseTakenName(store, () =>
    store.transact(async (tx) => {
      const collection = await getCollection(tx, workspace, params.identifier)
      const name = body.name ?? collection.name
      const change = name === collection.name ? {} : { name, updated_at: now() }
      if (name !== collection.name) await updateCollection(tx, workspace, collection.id, change)
      const externalIds = await listExternalIds(tx, workspace, {
        kind: 'skill-collection',
        id: collection.id,
      })
      const renamed = { ...collection, ...change }
      const rootPath = await rootPathOf(tx, workspace, renamed)
      return {
        success: true as const,
        skill_collection: presentCollection(renamed, rootPath, externalIds),
      }
    }),
  )
}
