import { type FolderedKind, folderedEntity } from '../folders/index.ts'
import { tagsOf } from './present.ts'
import { pipelineRows } from './report-queries.ts'

/** Folders contain pipelines; runs belong to their pipeline. */
export const reportsInFolders: FolderedKind = {
  types: ['REPORT'],
  externalKind: 'report',

  async list(db, workspace, scope) {
    return (await pipelineRows.within(db, workspace, scope)).map((row) =>
      folderedEntity('REPORT', row, { tags: tagsOf(row), metadata: { dataset_id: row.dataset_id } }),
    )
  },

  ...pipelineRows.kind,
}
