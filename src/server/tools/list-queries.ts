import { madeBy } from '../authors/index.ts'
import { type Database, type ListOrder, madeWithin, type TimeBounds, type ToolRow } from '../db/index.ts'
import { type Mapping, standsFor } from '../external-ids/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface ToolFilter {
  readonly times: TimeBounds
  /** The email address of the author. */
  readonly author: string | undefined
  readonly mapping: Mapping | undefined
}

export async function listToolRows(
  db: Database,
  workspace: WorkspaceId,
  { times, author, mapping }: ToolFilter,
  { sort_by, sort_order }: ListOrder,
): Promise<ToolRow[]> {
  let query = db
    .selectFrom('tools')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(madeWithin('tools', times))
  if (author !== undefined) query = query.where(madeBy(workspace, author, 'tool', 'tools.id'))
  if (mapping) query = query.where(standsFor(workspace, mapping, 'tool', 'tools.id'))
  return query.orderBy(sort_by, sort_order).orderBy('id', sort_order).execute()
}
