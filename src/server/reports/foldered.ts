import { type FolderedKind, hideRows } from '../folders/index.ts'
import { tagsOf } from './present.ts'
import { pipelineRows, selectReportsWithin } from './report-queries.ts'

/** Folders contain pipelines; runs belong to their pipeline. */
export const reportsInFolders: FolderedKind = {
  types: ['REPORT'],
  externalKind: 'report',

  async list(db, workspace, scope) {
    return (await selectReportsWithin(db, workspace, scope)).map((row) => ({
      type: 'REPORT',
      id: row.id,
      name: row.name,
      folderId: row.folder_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      tags: tagsOf(row),
      metadata: { dataset_id: row.dataset_id },
      contentMatches: false,
    }))
  },

  ...pipelineRows,
  remove: hideRows('reports'),
}
