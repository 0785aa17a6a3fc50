import type { ActorKind } from '../../../engine/actor-kind.ts'

export interface CommentRow {
  workspace_id: number
  id: number
  subject_type: 'prompt' | 'request' | 'trace' | 'sheet'
  subject_id: string
  /** The version number of a prompt or the row id of a sheet; null if the comment is on the whole subject. */
  part: number | null
  author_kind: ActorKind
  author_id: string
  author_name: string
  text: string
  /** JSON list of ids and names of members. */
  mentions: string
  created_at: number
  edited_at: number | null
}

export interface NotificationRow {
  workspace_id: number
  person_id: string
  /** A UUIDv7, so ids sort by time. */
  id: string
  kind: 'mention' | 'reply' | 'release_request' | 'release_decision' | 'run_finished'
  actor_kind: ActorKind
  actor_id: string
  actor_name: string
  /** JSON of the subject at the time of the notification. */
  subject: string
  /** The comment that caused the notification. */
  comment_id: number | null
  text: string
  at: number
  read_at: number | null
}

/** A run of cells that a person started and that has not ended. */
export interface WatchedRunRow {
  workspace_id: number
  run_id: string
  person_id: string
  person_name: string
  /** JSON of the sheet when the run started. */
  subject: string
  started_at: number
}

export interface CommentTables {
  comments: CommentRow
  notifications: NotificationRow
  watched_runs: WatchedRunRow
}
