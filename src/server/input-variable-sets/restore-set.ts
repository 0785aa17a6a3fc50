import { Refusal } from '../../engine/refusal.ts'
import { restorableMilliseconds } from '../../engine/restorable.ts'
import { deletedRows, refusingDuplicates, restoreRow } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'

export const listDeletedInputVariableSets = listDeleted(
  'input_variable_sets',
  deletedRows('input_variable_sets'),
  ({ id, name }) => ({ id, name }),
)

export const restoreInputVariableSet: Handler<'restoreInputVariableSet'> = (
  { store, now },
  { caller, params, body },
) =>
  refusingDuplicates(store, 'Another input variable set has this name: send a new name.', () =>
    store.transact(async (tx) => {
      const time = now()
      const restoration = { since: time - restorableMilliseconds, name: body.name, now: time }
      const id = params.input_variable_set_id
      const set = await restoreRow(tx, 'input_variable_sets', caller.workspace, id, restoration)
      if (!set)
        throw new Refusal('not_found', 'No input variable set with this id was deleted in the last 30 days.')
      return { success: true as const, input_variable_set: set }
    }),
  )
