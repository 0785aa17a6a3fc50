export type { EntityKind } from './kinds.ts'
export {
  askedMapping,
  attachAll,
  findEntity,
  listExternalIds,
  listExternalIdsOfMany,
  releaseAll,
} from './mappings.ts'
export { externalIdOperations } from './operations.ts'
export { type Mapping, standsFor } from './queries.ts'
