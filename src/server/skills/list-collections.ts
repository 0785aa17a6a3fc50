import { findEntity, listExternalIdsOfMany } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { rootPathsOf } from './find-collection.ts'
import { listCollections } from './list-queries.ts'
import { presentCollection } from './present.ts'

export const listSkillCollections: Handler<'listSkillCollections'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const none = { success: true as const, skill_collections: [] }
  // Collections have no author with an e-mail address yet, so nobody's are anybody's.
  if (query.created_by_email !== undefined) return none
  const { external_source: source, external_id } = query
  const mapping = source !== undefined && external_id !== undefined ? { source, external_id } : undefined
  const entity = mapping && (await findEntity(store.db, workspace, mapping))
  if (mapping && entity?.kind !== 'skill-collection') return none
  const filter = {
    createdAfter: query.created_after,
    createdBefore: query.created_before,
    updatedAfter: query.updated_after,
    updatedBefore: query.updated_before,
    id: entity && String(entity.id),
  }
  const order = { by: query.sort_by, direction: query.sort_order }
  const rows = await listCollections(store.scan, workspace, filter, order)
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
