export { environmentHandlers } from './handlers.ts'
export { fillHeaders, withoutValues } from './header-values.ts'
export { presentVariable } from './present.ts'
export {
  createVariable,
  deleteVariable,
  listVariables,
  readEnvironment,
  updateVariable,
  valueColumn,
} from './variables.ts'
