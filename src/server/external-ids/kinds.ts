/** The kinds of entities that can carry external ids. */
export type EntityKind =
  | 'prompt'
  | 'folder'
  | 'skill-collection'
  | 'tool'
  | 'workflow'
  | 'dataset-group'
  | 'report'

/** The kinds whose deleted entities can be restored. */
export type RestorableKind = Exclude<EntityKind, 'folder'>

/** The kind of a deleted entity's mappings. Lookups ignore it, so that the external ids can be used again. */
const deletedKindOf = {
  prompt: 'deleted-prompt',
  tool: 'deleted-tool',
  workflow: 'deleted-workflow',
  'dataset-group': 'deleted-dataset-group',
  report: 'deleted-report',
  'skill-collection': 'deleted-skill-collection',
} as const satisfies Record<RestorableKind, string>
export const deletedKind = (kind: RestorableKind): string => deletedKindOf[kind]
export const deletedKinds: readonly string[] = Object.values(deletedKindOf)

export const isRestorable = (kind: EntityKind): kind is RestorableKind => kind in deletedKindOf

export interface EntityRef<Kind extends EntityKind = EntityKind> {
  readonly kind: Kind
  readonly id: number | string
}
