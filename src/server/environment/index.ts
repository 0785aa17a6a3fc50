/** Environment variables of workspaces and tools: sealed, restricted, masked. */

export { environmentHandlers } from './handlers.ts'
export { fillHeaders, missingMessage, secretsOf } from './header-values.ts'
export { type Mask, maskBody, maskOf, minLengthInHeaders } from './mask.ts'
export { presentVariable } from './present.ts'
export {
  createVariable,
  deleteVariable,
  environmentOfCode,
  hostsOf,
  listVariables,
  readEnvironment,
  updateVariable,
  valueColumn,
} from './variables.ts'
