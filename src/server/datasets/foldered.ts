import { type FolderedKind, folderedRows, hideRows } from '../folders/index.ts'
import { selectGroupsWithin } from './group-queries.ts'

/** Deleting a group keeps its versions, because reports ran over them. */
export const datasetsInFolders: FolderedKind = {
  types: ['DATASET'],
  externalKind: 'dataset-group',

  async list(db, workspace, scope) {
    return (await selectGroupsWithin(db, workspace, scope)).map((row) => ({
      type: 'DATASET',
      id: row.id,
      name: row.name,
      folderId: row.folder_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      tags: [],
      metadata: { latest_version: row.latest_version },
      contentMatches: false,
    }))
  },

  ...folderedRows('dataset_groups'),
  remove: hideRows('dataset_groups'),
}
