export type { EntityRef } from './kinds.ts'
export { attachAll, findEntity, listExternalIds, listExternalIdsOfMany } from './mappings.ts'
export { externalIdOperations } from './operations.ts'
