import { madeBy } from '../authors/index.ts'
import { type Database, type ListOrder, madeWithin, type TimeBounds } from '../db/index.ts'
import { type Mapping, standsFor } from '../external-ids/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface CollectionFilter {
  readonly times: TimeBounds
  /** The email address of the author. */
  readonly author: string | undefined
  readonly mapping: Mapping | undefined
}

export async function listCollections(
  db: Database,
  workspace: WorkspaceId,
  { times, author, mapping }: CollectionFilter,
  { sort_by, sort_order }: ListOrder,
) {
  let query = db
    .selectFrom('skill_collections')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(madeWithin('skill_collections', times))
  if (author !== undefined)
    query = query.where(madeBy(workspace, author, 'skill-collection', 'skill_collections.id'))
  if (mapping) query = query.where(standsFor(workspace, mapping, 'skill-collection', 'skill_collections.id'))
  return query.orderBy(sort_by, sort_order).orderBy('id', sort_order).execute()
}
