import { type FolderedKind, folderedEntity, folderedRows } from '../folders/index.ts'

const { kind, within } = folderedRows('workflows', { isCached: true })

export const workflowsInFolders: FolderedKind = {
  types: ['WORKFLOW'],
  externalKind: 'workflow',

  async list(db, workspace, scope) {
    return (await within(db, workspace, scope)).map((row) =>
      folderedEntity('WORKFLOW', row, { metadata: { latest_version_number: row.latest_version } }),
    )
  },

  ...kind,
}
