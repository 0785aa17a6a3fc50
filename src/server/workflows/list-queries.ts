import { madeBy } from '../authors/index.ts'
import {
  contains,
  countRows,
  type Database,
  type ListPage,
  madeWithin,
  rowsOfPage,
  type TimeBounds,
  type WorkflowRow,
} from '../db/index.ts'
import { type Mapping, standsFor } from '../external-ids/index.ts'
import { type FolderScope, standsIn } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface WorkflowFilter {
  readonly nameContains: string | undefined
  /** 0: workflows outside folders. */
  readonly folder: number | undefined
  readonly times: TimeBounds
  /** The email address of the author. */
  readonly author: string | undefined
  readonly mapping: Mapping | undefined
}

const alive = (db: Database, workspace: WorkspaceId) =>
  db.selectFrom('workflows').where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

function filtered(
  db: Database,
  workspace: WorkspaceId,
  { nameContains, folder, times, author, mapping }: WorkflowFilter,
) {
  let query = alive(db, workspace).where(madeWithin('workflows', times))
  if (nameContains !== undefined) query = query.where(contains('workflows.name', nameContains))
  if (folder !== undefined)
    query = query.where('workflows.folder_id', folder === 0 ? 'is' : '=', folder === 0 ? null : folder)
  if (author !== undefined) query = query.where(madeBy(workspace, author, 'workflow', 'workflows.id'))
  if (mapping) query = query.where(standsFor(workspace, mapping, 'workflow', 'workflows.id'))
  return query
}

export const countWorkflows = (db: Database, workspace: WorkspaceId, filter: WorkflowFilter) =>
  countRows(filtered(db, workspace, filter))

export async function listWorkflowPage(
  db: Database,
  workspace: WorkspaceId,
  filter: WorkflowFilter,
  { sort_by, sort_order, ...page }: ListPage,
): Promise<WorkflowRow[]> {
  const { limit, offset } = rowsOfPage(page)
  return filtered(db, workspace, filter)
    .selectAll('workflows')
    .orderBy(`workflows.${sort_by}`, sort_order)
    .orderBy('workflows.id', sort_order)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function listFolderedWorkflows(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return alive(db, workspace).selectAll().where(standsIn(scope)).orderBy('id').execute()
}
