import type { Database, ListOrder, ToolRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type ListFilter, matchesFilter } from '../registry/index.ts'

export async function listToolRows(
  db: Database,
  workspace: WorkspaceId,
  { sort_by, sort_order, ...filter }: ListFilter & ListOrder,
): Promise<ToolRow[]> {
  return db
    .selectFrom('tools')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .where(matchesFilter(workspace, 'tool', 'tools', filter))
    .orderBy(sort_by, sort_order)
    .orderBy('id', sort_order)
    .execute()
}
