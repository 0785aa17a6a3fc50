import { type FolderedKind, hideRows } from '../folders/index.ts'
import { selectSetsWithin, setRows } from './queries.ts'

export const inputVariableSetsInFolders: FolderedKind = {
  types: ['INPUT_VARIABLE_SET'],
  externalKind: null,

  async list(db, workspace, scope, search) {
    const words = search?.toLowerCase()
    return (await selectSetsWithin(db, workspace, scope)).map((row) => ({
      type: 'INPUT_VARIABLE_SET',
      id: row.id,
      name: row.name,
      folderId: row.folder_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      tags: [],
      metadata: {},
      contentMatches: words !== undefined && row.variables.toLowerCase().includes(words),
    }))
  },

  ...setRows,
  remove: hideRows('input_variable_sets'),
}
