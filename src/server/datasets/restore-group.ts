import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates } from '../db/index.ts'
import { showMappingsOf } from '../external-ids/index.ts'
import { deletedPage } from '../http/deleted-page.ts'
import type { Handler } from '../http/handler.ts'
import { restoreGroup, selectDeletedGroups } from './group-queries.ts'

export const listDeletedDatasetGroups: Handler<'listDeletedDatasetGroups'> = async (
  { store, now },
  { caller, query },
) => {
  const { deleted: dataset_groups, has_more } = await deletedPage(
    now(),
    query,
    (search) => selectDeletedGroups(store.scan, caller.workspace, search),
    ({ id, name }) => ({ id, name }),
  )
  return { success: true as const, dataset_groups, has_more }
}

export const restoreDatasetGroup: Handler<'restoreDatasetGroup'> = (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return refusingDuplicates(store, 'Another dataset group has this name: give a new one.', () =>
    store.transact(async (tx) => {
      const time = now()
      const since = time - restorableMilliseconds
      const id = params.dataset_group_id
      const group = await restoreGroup(tx, workspace, id, { since, name: body.name, now: time })
      if (!group)
        throw new Refusal('not_found', 'No dataset group with this id was deleted in the last 30 days.')
      await showMappingsOf(tx, workspace, { kind: 'dataset-group', id })
      return { success: true as const, dataset_group: { id, name: group.name } }
    }),
  )
}
