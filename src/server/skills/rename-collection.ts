import { listExternalIds } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { getCollection, rootPathOf } from './find-collection.ts'
import { presentCollection } from './present.ts'
import { updateCollection } from './queries.ts'
import { refuseTakenName } from './refuse-taken-name.ts'

/** Versions keep the root path they were saved with. */
export const renameSkillCollection: Handler<'renameSkillCollection'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return refuseTakenName(store, () =>
    store.transact(async (tx) => {
      const found = await getCollection(tx, workspace, params.identifier)
      const name = body.name ?? found.name
      const change = name === found.name ? {} : { name, updated_at: now() }
      if (name !== found.name) await updateCollection(tx, workspace, found.id, change)
      const externalIds = await listExternalIds(tx, workspace, { kind: 'skill-collection', id: found.id })
      const renamed = { ...found, ...change }
      const rootPath = await rootPathOf(tx, workspace, renamed)
      return {
        success: true as const,
        skill_collection: presentCollection(renamed, rootPath, externalIds),
      }
    }),
  )
}
