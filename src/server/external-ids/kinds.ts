import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Entities that can have external ids. Each kind's room tells whether an entity exists. */
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

export type EntityExists<Id extends EntityRef['id']> = (
  db: Database | Tx,
  workspace: WorkspaceId,
  id: Id,
) => Promise<boolean>
