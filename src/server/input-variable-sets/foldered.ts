import { type FolderedKind, folderedEntity, folderedRows } from '../folders/index.ts'

const { kind, within } = folderedRows('input_variable_sets')

export const inputVariableSetsInFolders: FolderedKind = {
  types: ['INPUT_VARIABLE_SET'],
  externalKind: null,

  async list(db, workspace, scope, search) {
    const words = search?.toLowerCase()
    return (await within(db, workspace, scope)).map((row) => {
      const contentMatches = words !== undefined && row.variables.toLowerCase().includes(words)
      return folderedEntity('INPUT_VARIABLE_SET', row, { contentMatches })
    })
  },

  ...kind,
}
