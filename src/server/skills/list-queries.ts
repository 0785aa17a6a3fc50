import type { Database, ListOrder } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type ListFilter, matchesFilter } from '../registry/index.ts'

export async function listCollections(
  db: Database,
  workspace: WorkspaceId,
  { sort_by, sort_order, ...filter }: ListFilter & ListOrder,
) {
  return db
    .selectFrom('skill_collections')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(matchesFilter(workspace, 'skill-collection', 'skill_collections', filter))
    .orderBy(sort_by, sort_order)
    .orderBy('id', sort_order)
    .execute()
}
