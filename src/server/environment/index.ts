export { environmentHandlers } from './handlers.ts'
export { presentVariable } from './present.ts'
export {
  createVariable,
  deleteVariable,
  listVariables,
  readEnvironment,
  updateVariable,
  valueColumn,
} from './variables.ts'
