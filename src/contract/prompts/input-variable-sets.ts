import { z } from 'zod'
import { maxVariables } from '../../engine/limits.ts'
import {
  answer,
  boundedRecord,
  Deleted,
  endpointsOf,
  idOf,
  named,
  namedErrors,
  nameText,
  textId,
  times,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['input-variable-sets'], errors: namedErrors })
const path = '/api/public/v2/input-variable-sets'

const SetName = nameText(255)
const Variables = boundedRecord(z.unknown(), maxVariables)

const ListedSet = named('InputVariableSetItem', {
  id: z.int(),
  name: z.string(),
  folder_id: z.int().nullable(),
  ...times,
})

export const InputVariableSet = ListedSet.extend({ variables: Variables }).meta({ id: 'InputVariableSet' })

const OneSet = answer('InputVariableSetResponse', { input_variable_set: InputVariableSet })

const SetId = z.object({ input_variable_set_id: textId('input-variable-set') })

export const listInputVariableSets = define({
  id: 'list_input_variable_sets',
  get: path,
  summary: 'List the input variable sets by name, without their variables',
  success: { 200: answer('InputVariableSetsResponse', { input_variable_sets: z.array(ListedSet) }) },
  example: {},
})

export const createInputVariableSet = define({
  id: 'create_input_variable_set',
  post: path,
  summary: 'Create an input variable set',
  keepsNumbers: true,
  body: z.strictObject({ name: SetName, variables: Variables, folder_id: idOf('folder').nullish() }),
  success: { 201: OneSet },
  example: { body: { name: 'a customer in Berlin', variables: { city: 'Berlin', items: ['tea', 2] } } },
})

export const readInputVariableSet = define({
  id: 'read_input_variable_set',
  get: `${path}/{input_variable_set_id}`,
  summary: 'Read an input variable set',
  params: SetId,
  success: { 200: OneSet },
  example: { params: { input_variable_set_id: 1 } },
})

export const updateInputVariableSet = define({
  id: 'update_input_variable_set',
  patch: `${path}/{input_variable_set_id}`,
  summary: 'Rename an input variable set, or replace its variables',
  keepsNumbers: true,
  params: SetId,
  body: z.strictObject({ name: SetName.optional(), variables: Variables.optional() }),
  success: { 200: OneSet },
  example: { params: { input_variable_set_id: 1 }, body: { variables: { city: 'Oslo' } } },
})

export const deleteInputVariableSet = define({
  id: 'delete_input_variable_set',
  delete: `${path}/{input_variable_set_id}`,
  summary: 'Delete an input variable set',
  params: SetId,
  success: { 200: Deleted },
  example: { params: { input_variable_set_id: 1 } },
})
