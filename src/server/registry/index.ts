/** The common part of prompts, tools and workflows: entities with a name or id, numbered versions and release labels; the filters and pages of lists. */

export type { NumberedLabel } from './label-queries.ts'
export { type ListFilter, listEntities, matchesFilter, pageOf } from './list-queries.ts'
export { registryOf, type VersionSelector } from './registry.ts'
export { renameEntity } from './rename-entity.ts'
export { restoreEntity } from './restore-entity.ts'
export type { VersionSearch } from './version-queries.ts'
