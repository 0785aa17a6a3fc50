import type { FolderedKind } from '../folders/index.ts'
import { lockRegistry } from '../workspaces/index.ts'
import {
  deleteWorkflows,
  listFolderedWorkflows,
  listWorkflowsIn,
  listWorkflowsOf,
  moveWorkflows,
} from './foldered-queries.ts'

export const workflowsInFolders: FolderedKind = {
  types: ['WORKFLOW'],
  externalKind: 'workflow',

  async list(db, workspace, scope) {
    const rows = await listFolderedWorkflows(db, workspace, scope)
    return rows.map((row) => ({
      type: 'WORKFLOW' as const,
      id: row.id,
      name: row.name,
      folderId: row.folder_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      tags: [],
      metadata: { latest_version_number: row.latest_version },
      contentMatches: false,
    }))
  },

  find: (tx, workspace, _type, ids) => listWorkflowsOf(tx, workspace, ids),

  idsIn: listWorkflowsIn,

  async move(tx, workspace, ids, folder, now) {
    await lockRegistry(tx, workspace)
    await moveWorkflows(tx, workspace, ids, folder, now)
  },

  async remove(tx, workspace, ids, now) {
    await lockRegistry(tx, workspace)
    await deleteWorkflows(tx, workspace, ids, now)
  },
}
