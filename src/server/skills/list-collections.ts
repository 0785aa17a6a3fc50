import { listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listEntities } from '../registry/index.ts'
import { rootPathsOf } from './find-collection.ts'
import { presentCollection } from './present.ts'

export const listSkillCollections: Handler<'listSkillCollections'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const rows = await listEntities(store.scan, workspace, 'skill_collections', 'skill-collection', query)
  const ids = rows.map(({ id }) => id)
  const externalIds = await listExternalIdsOfMany(store.scan, workspace, 'skill-collection', ids)
  const rootPath = await rootPathsOf(store.scan, workspace, rows)
  return {
    success: true as const,
    skill_collections: rows.map((row) =>
      presentCollection(row, rootPath(row), externalIds.get(row.id) ?? []),
    ),
  }
}
