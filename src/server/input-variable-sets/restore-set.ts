import { deletedRows, refusingDuplicates } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { listDeleted } from '../http/list-deleted.ts'
import { restoreDeleted } from '../http/restore-deleted.ts'

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
      const { workspace } = caller
      const deleted = { workspace, id: params.input_variable_set_id, name: body.name, now: now() }
      const set = await restoreDeleted(tx, 'input_variable_sets', 'input variable set', deleted)
      return { success: true as const, input_variable_set: set }
    }),
  )
