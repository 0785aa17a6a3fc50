import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { deletedRows, refusingDuplicates, restoreRow } from '../db/index.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'

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
      const time = now()
      const restoration = { since: time - restorableMilliseconds, name: body.name, now: time }
      const id = params.dataset_group_id
      const group = await restoreRow(tx, 'dataset_groups', workspace, id, restoration)
      if (!group)
        throw new Refusal('not_found', 'No dataset group with this id was deleted in the last 30 days.')
      await showMappingsOf(tx, workspace, { kind: 'dataset-group', id })
      return { success: true as const, dataset_group: group }
    }),
  )
}
