import { sql } from 'kysely'
import { type FolderedKind, folderedRows, hideRows } from '../folders/index.ts'
import { tagsOf } from './present.ts'
import { selectReportsWithin } from './report-queries.ts'

/** Pipelines; runs are found with theirs. */
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

  ...folderedRows('reports', sql`is_blueprint = 1 and deleted_at is null`),
  remove: hideRows('reports'),
}
