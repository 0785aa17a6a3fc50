import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface CollectionFilter {
  readonly createdAfter?: number
  readonly createdBefore?: number
  readonly updatedAfter?: number
  readonly updatedBefore?: number
  /** Only this one: what an external id stands for. */
  readonly id?: string
}

export interface CollectionOrder {
  readonly by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

export async function listCollections(
  db: Database,
  workspace: WorkspaceId,
  filter: CollectionFilter,
  order: CollectionOrder,
) {
  let query = db
    .selectFrom('skill_collections')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
  if (filter.createdAfter !== undefined) query = query.where('created_at', '>=', filter.createdAfter)
  if (filter.createdBefore !== undefined) query = query.where('created_at', '<=', filter.createdBefore)
  if (filter.updatedAfter !== undefined) query = query.where('updated_at', '>=', filter.updatedAfter)
  if (filter.updatedBefore !== undefined) query = query.where('updated_at', '<=', filter.updatedBefore)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  return query.orderBy(order.by, order.direction).orderBy('id', order.direction).execute()
}
