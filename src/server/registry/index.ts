export type { RegistryKind } from './kind.ts'
export type { NumberedLabel } from './label-queries.ts'
export { registryOf, type VersionSelector } from './registry.ts'
