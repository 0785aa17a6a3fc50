/** External ids of every kind of entity, and the three operations on them. */

export type { EntityKind } from './kinds.ts'
export {
  attachAll,
  findEntity,
  listExternalIds,
  listExternalIdsOfMany,
  mappingFilter,
  releaseAll,
} from './mappings.ts'
export { externalIdOperations } from './operations.ts'
export { type Mapping, standsFor } from './queries.ts'
