import { contains, countRows, type Database, type ListPage, type WorkflowRow } from '../db/index.ts'
import { type ListFilter, matchesFilter, pageOf } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface WorkflowFilter extends ListFilter {
  /** A part of the name. */
  readonly name?: string | undefined
  /** 0: workflows outside folders. */
  readonly folder_id?: number | undefined
}

const liveWorkflows = (db: Database, workspace: WorkspaceId) =>
  db.selectFrom('workflows').where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

function filteredWorkflows(db: Database, workspace: WorkspaceId, filter: WorkflowFilter) {
  const { name, folder_id: folder } = filter
  let query = liveWorkflows(db, workspace).where(matchesFilter(workspace, 'workflow', 'workflows', filter))
  if (name !== undefined) query = query.where(contains('workflows.name', name))
  if (folder !== undefined)
    query = query.where('workflows.folder_id', folder === 0 ? 'is' : '=', folder === 0 ? null : folder)
  return query
}

export const countWorkflows = (db: Database, workspace: WorkspaceId, filter: WorkflowFilter) =>
  countRows(filteredWorkflows(db, workspace, filter))

export async function listWorkflowPage(
  db: Database,
  workspace: WorkspaceId,
  query: WorkflowFilter & ListPage,
): Promise<WorkflowRow[]> {
  return pageOf(filteredWorkflows(db, workspace, query).selectAll('workflows'), 'workflows', query).execute()
}
