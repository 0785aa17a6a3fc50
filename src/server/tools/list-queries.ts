import { sql } from 'kysely'
import type { Database, ToolRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface ToolFilter {
  readonly createdAfter?: number
  readonly createdBefore?: number
  readonly updatedAfter?: number
  readonly updatedBefore?: number
  readonly externalId?: { source: string; externalId: string }
}

export interface ToolOrder {
  readonly by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

export async function listToolRows(
  db: Database,
  workspace: WorkspaceId,
  { createdAfter, createdBefore, updatedAfter, updatedBefore, externalId }: ToolFilter,
  { by, direction }: ToolOrder,
): Promise<ToolRow[]> {
  let query = db.selectFrom('tools').selectAll().where('workspace_id', '=', workspace)
  if (createdAfter !== undefined) query = query.where('created_at', '>=', createdAfter)
  if (createdBefore !== undefined) query = query.where('created_at', '<=', createdBefore)
  if (updatedAfter !== undefined) query = query.where('updated_at', '>=', updatedAfter)
  if (updatedBefore !== undefined) query = query.where('updated_at', '<=', updatedBefore)
  if (externalId)
    query = query.where((expression) =>
      expression.exists(
        expression
          .selectFrom('external_ids')
          .select('external_ids.entity_id')
          .where('external_ids.workspace_id', '=', workspace)
          .where('external_ids.source', '=', externalId.source)
          .where('external_ids.external_id', '=', externalId.externalId)
          .where('external_ids.kind', '=', 'tool')
          .where(sql<boolean>`external_ids.entity_id = cast(tools.id as text)`),
      ),
    )
  return query.orderBy(by, direction).orderBy('id', direction).execute()
}
