import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, endpointsOf, namedErrors, nameText, textId } from '../kit/index.ts'

const path = '/api/public/v2/deleted-input-variable-sets'
const define = endpointsOf({ tags: ['input-variable-sets'] })

export const listDeletedInputVariableSets = define({
  id: 'list_deleted_input_variable_sets',
  get: path,
  summary: 'List input variable sets that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedInputVariableSetsResponse', 'input_variable_sets', {
    id: z.int(),
    name: z.string(),
  }),
})

export const restoreInputVariableSet = define({
  id: 'restore_input_variable_set',
  post: `${path}/{input_variable_set_id}/restore`,
  summary: 'Restore an input variable set that was deleted in the last 30 days',
  description:
    'Restores it outside folders, with its variables. If another set has the name now, send a new `name`. ' +
    'A set that is not deleted stays as it is.',
  params: z.object({ input_variable_set_id: textId('input-variable-set') }),
  body: z.strictObject({ name: nameText(255).nullish() }).default({}),
  success: {
    200: answer('RestoredInputVariableSetResponse', {
      input_variable_set: z.object({ id: z.int(), name: z.string() }),
    }),
  },
  errors: namedErrors,
  example: { params: { input_variable_set_id: 1 } },
})
