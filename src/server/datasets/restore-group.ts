import { deletedRows, refusingDuplicates } from '../db/index.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
import { restoreDeleted } from '../http/restore-deleted.ts'

export const listDeletedDatasetGroups = listDeleted(
  'dataset_groups',
  deletedRows('dataset_groups'),
  ({ id, name }) => ({ id, name }),
)

export const restoreDatasetGroup: Handler<'restoreDatasetGroup'> = (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return refusingDuplicates(store, 'Another dataset group has this name: send a new name.', () =>
    store.transact(async (tx) => {
      const id = params.dataset_group_id
      const deleted = { workspace, id, name: body.name, now: now() }
      const group = await restoreDeleted(tx, 'dataset_groups', 'dataset group', deleted)
      await showMappingsOf(tx, workspace, { kind: 'dataset-group', id })
      return { success: true as const, dataset_group: group }
    }),
  )
}
