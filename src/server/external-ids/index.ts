/** External ids of all kinds of entities, and the three operations on them. */

export type { EntityKind, RestorableKind } from './kinds.ts'
export {
  attachAll,
  findEntity,
  listExternalIds,
  listExternalIdsOfMany,
  mappingFilter,
  releaseAll,
} from './mappings.ts'
export { handlersOfExternalIds } from './operations.ts'
export { hasMapping, type Mapping, showMappingsOf } from './queries.ts'
