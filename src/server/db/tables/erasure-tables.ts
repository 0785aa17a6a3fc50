import type { ActorKind } from '../../../engine/actor-kind.ts'

/** A deletion of a person, and its receipt. */
export interface PersonDeletionRow {
  workspace_id: number
  id: string
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** JSON list of the person's identifiers; null once the deletion is complete. */
  identifiers: string | null
  identifier_count: number
  reference: string
  /** JSON of the numbers of deleted rows, by kind. */
  counts: string
  /** JSON of the stage, and of the last key that is done. */
  position: string
  /** JSON of the entities that name the person and were not deleted. */
  remaining: string
  error: string | null
  actor_kind: ActorKind
  actor_id: string
  actor_name: string
  started_at: number
  ended_at: number | null
}

/** A request or trace that a running deletion has deleted. */
export interface DeletedSubjectRow {
  workspace_id: number
  deletion_id: string
  subject: string
}

/** SQLite only; see `overwrite-deleted.ts`. */
export interface ErasedPageRow {
  filling: Uint8Array
}

export interface ErasureTables {
  person_deletions: PersonDeletionRow
  deleted_subjects: DeletedSubjectRow
  erased_pages: ErasedPageRow
}
