import type { FolderedKind } from '../folders/index.ts'
import {
  moveGroups,
  removeGroups,
  selectGroupIdsAmong,
  selectGroupIdsWithin,
  selectGroupsWithin,
} from './group-queries.ts'

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

  find: (tx, workspace, _type, ids) => selectGroupIdsAmong(tx, workspace, ids),
  idsIn: selectGroupIdsWithin,
  move: moveGroups,
  remove: removeGroups,
}
