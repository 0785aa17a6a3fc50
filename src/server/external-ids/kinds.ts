/** The kinds of entities that can carry external ids. */
export type EntityKind =
  | 'prompt'
  | 'folder'
  | 'skill-collection'
  | 'tool'
  | 'workflow'
  | 'dataset-group'
  | 'report'

export interface EntityRef {
  readonly kind: EntityKind
  readonly id: number | string
}
