import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { refusingDuplicates } from '../db/index.ts'
import { deletedPage } from '../http/deleted-page.ts'
import type { Handler } from '../http/handler.ts'
import { restoreSet, selectDeletedSets } from './queries.ts'

export const listDeletedInputVariableSets: Handler<'listDeletedInputVariableSets'> = async (
  { store, now },
  { caller, query },
) => {
  const { deleted: input_variable_sets, has_more } = await deletedPage(
    now(),
    query,
    (search) => selectDeletedSets(store.scan, caller.workspace, search),
    ({ id, name }) => ({ id, name }),
  )
  return { success: true as const, input_variable_sets, has_more }
}

export const restoreInputVariableSet: Handler<'restoreInputVariableSet'> = (
  { store, now },
  { caller, params, body },
) =>
  refusingDuplicates(store, 'Another input variable set has this name: give a new one.', () =>
    store.transact(async (tx) => {
      const time = now()
      const restoration = { since: time - restorableMilliseconds, name: body.name, now: time }
      const id = params.input_variable_set_id
      const set = await restoreSet(tx, caller.workspace, id, restoration)
      if (!set)
        throw new Refusal('not_found', 'No input variable set with this id was deleted in the last 30 days.')
      return { success: true as const, input_variable_set: { id, name: set.name } }
    }),
  )
