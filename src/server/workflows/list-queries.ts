import { sql } from 'kysely'
import type { Database, WorkflowRow } from '../db/index.ts'
import { type FolderScope, standsIn } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface WorkflowFilter {
  readonly createdAfter?: number
  readonly createdBefore?: number
  readonly updatedAfter?: number
  readonly updatedBefore?: number
  readonly externalId?: { readonly source: string; readonly externalId: string }
}

export interface WorkflowOrder {
  readonly by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

function filtered(db: Database, workspace: WorkspaceId, filter: WorkflowFilter) {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, externalId } = filter
  let query = db.selectFrom('workflows').where('workspace_id', '=', workspace).where('deleted_at', 'is', null)
  if (createdAfter !== undefined) query = query.where('created_at', '>=', createdAfter)
  if (createdBefore !== undefined) query = query.where('created_at', '<=', createdBefore)
  if (updatedAfter !== undefined) query = query.where('updated_at', '>=', updatedAfter)
  if (updatedBefore !== undefined) query = query.where('updated_at', '<=', updatedBefore)
  if (!externalId) return query
  return query.where((expression) =>
    expression.exists(
      expression
        .selectFrom('external_ids')
        .select('external_ids.entity_id')
        .where('external_ids.workspace_id', '=', workspace)
        .where('external_ids.source', '=', externalId.source)
        .where('external_ids.external_id', '=', externalId.externalId)
        .where('external_ids.kind', '=', 'workflow')
        .where(sql<boolean>`external_ids.entity_id = cast(workflows.id as text)`),
    ),
  )
}

export async function countWorkflows(
  db: Database,
  workspace: WorkspaceId,
  filter: WorkflowFilter,
): Promise<number> {
  const row = await filtered(db, workspace, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export async function listWorkflowPage(
  db: Database,
  workspace: WorkspaceId,
  filter: WorkflowFilter,
  { by, direction }: WorkflowOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<WorkflowRow[]> {
  return filtered(db, workspace, filter)
    .selectAll('workflows')
    .orderBy(`workflows.${by}`, direction)
    .orderBy('workflows.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function listFolderedWorkflows(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return filtered(db, workspace, {}).selectAll().where(standsIn(scope)).orderBy('id').execute()
}
