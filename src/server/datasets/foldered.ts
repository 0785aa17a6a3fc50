import { type FolderedKind, folderedEntity, folderedRows } from '../folders/index.ts'

const { kind, within } = folderedRows('dataset_groups')

/** Deleting a group keeps its versions, because reports ran over them. */
export const datasetsInFolders: FolderedKind = {
  types: ['DATASET'],
  externalKind: 'dataset-group',

  async list(db, workspace, scope) {
    return (await within(db, workspace, scope)).map((row) =>
      folderedEntity('DATASET', row, { metadata: { latest_version: row.latest_version } }),
    )
  },

  ...kind,
}
