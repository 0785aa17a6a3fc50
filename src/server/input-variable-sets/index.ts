/** Input variable sets: values of variables, stored under a name. */

import { parseExact } from '../../engine/json/parse-exact.ts'
import { Refusal } from '../../engine/refusal.ts'
import { type InputVariableSetRow, refusingDuplicates } from '../db/index.ts'
import { checkFolder } from '../folders/index.ts'
import { deleteOne } from '../http/delete-one.ts'
import type { Handlers } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import { changeSet, findSet, insertSet, type ListedSet, selectSets } from './queries.ts'
import { listDeletedInputVariableSets, restoreInputVariableSet } from './restore-set.ts'

const nameTaken = 'There is an input variable set of this name already.'
const absent = () => new Refusal('not_found', 'There is no such input variable set.')

export { inputVariableSetsInFolders } from './foldered.ts'

export const inputVariableSetHandlers = {
  async listInputVariableSets({ store }, { caller }) {
    const rows = await selectSets(store.scan, caller.workspace)
    return { success: true as const, input_variable_sets: rows.map(presentItem) }
  },

  async createInputVariableSet({ store, now }, { caller, body }) {
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        const folder = body.folder_id ?? null
        if (folder !== null) await checkFolder(tx, caller.workspace, folder)
        const time = now()
        const row: InputVariableSetRow = {
          workspace_id: caller.workspace,
          id: await store.nextId(tx, 'input_variable_set_ids'),
          name: body.name,
          variables: JSON.stringify(body.variables),
          folder_id: folder,
          created_at: time,
          updated_at: time,
          deleted_at: null,
        }
        await insertSet(tx, row)
        return answer(row)
      }),
    )
  },

  async readInputVariableSet({ store }, { caller, params }) {
    const row = await findSet(store.db, caller.workspace, params.input_variable_set_id)
    if (!row) throw absent()
    return answer(row)
  },

  async updateInputVariableSet({ store, now }, { caller, params, body }) {
    const { name, variables } = body
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        const id = params.input_variable_set_id
        await changeSet(tx, caller.workspace, id, {
          ...(name !== undefined && { name }),
          ...(variables && { variables: JSON.stringify(variables) }),
          updated_at: now(),
        })
        const row = await findSet(tx, caller.workspace, id)
        if (!row) throw absent()
        return answer(row)
      }),
    )
  },

  async deleteInputVariableSet({ store, now }, { caller, params }) {
    const change = { deleted_at: now(), folder_id: null }
    return deleteOne(store, absent, (tx) =>
      changeSet(tx, caller.workspace, params.input_variable_set_id, change),
    )
  },

  listDeletedInputVariableSets,
  restoreInputVariableSet,
} satisfies Partial<Handlers>

const answer = (row: InputVariableSetRow) => ({ success: true as const, input_variable_set: present(row) })

const present = (row: InputVariableSetRow) => ({
  ...presentItem(row),
  variables: parseExact(row.variables) as Record<string, unknown>,
})

const presentItem = (row: ListedSet) => ({
  id: row.id,
  name: row.name,
  folder_id: row.folder_id,
  ...timesOf(row),
})
