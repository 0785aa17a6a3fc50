export type { EntityKind } from './kinds.ts'
export { attachAll, findEntity, listExternalIds, listExternalIdsOfMany, releaseAll } from './mappings.ts'
export { externalIdOperations } from './operations.ts'
export type { Mapping } from './queries.ts'
