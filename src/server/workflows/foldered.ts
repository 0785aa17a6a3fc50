import { type FolderedKind, folderedRows, hideRows } from '../folders/index.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { listFolderedWorkflows } from './list-queries.ts'

const rows = folderedRows('workflows')
const hide = hideRows('workflows')

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

  find: rows.find,
  names: rows.names,
  idsIn: rows.idsIn,

  async move(tx, workspace, ids, folder, now) {
    await bumpRegistryRevision(tx, workspace)
    await rows.move(tx, workspace, ids, folder, now)
  },

  async remove(tx, workspace, ids, now) {
    await bumpRegistryRevision(tx, workspace)
    await hide(tx, workspace, ids, now)
  },
}
