import type { Tables } from '../db/index.ts'

export type RegistryKindName = 'prompt' | 'tool' | 'workflow'
export type EntityRow<Name extends RegistryKindName> = Tables[`${Name}s`]
export type VersionRow<Name extends RegistryKindName> = Tables[`${Name}_versions`]
export type LabelRow<Name extends RegistryKindName> = Tables[`${Name}_labels`]

/** A kind of named entity with numbered versions and release labels in separate tables. Deleted entities stay as rows. */
export interface RegistryKind<Name extends RegistryKindName> {
  readonly name: Name
  /** The noun of the kind in messages. */
  readonly noun: string
}

/**
 * The names of the kind's database tables, and of the column that refers to the entity. Their types are those of
 * prompts, because the queries of this room use only columns that all kinds have.
 */
export const namesOf = ({ name }: RegistryKind<RegistryKindName>) => ({
  entities: `${name}s` as 'prompts',
  versions: `${name}_versions` as 'prompt_versions',
  labels: `${name}_labels` as 'prompt_labels',
  owner: `${name}_id` as 'prompt_id',
})
