import type { ActorKind } from '../../../engine/actor-kind.ts'

export interface PromptRow {
  workspace_id: number
  id: number
  name: string
  folder_id: number | null
  tags: string
  is_snippet: number
  latest_version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface PromptVersionRow {
  workspace_id: number
  id: number
  prompt_id: number
  version_number: number
  /** The blueprint, in parts. */
  template: string
  metadata: string | null
  commit_message: string | null
  extras: string | null
  created_at: number
}

export interface PromptLabelRow {
  workspace_id: number
  id: number
  prompt_id: number
  name: string
  version_id: number
  created_at: number
  updated_at: number
}

export interface DynamicLabelRow {
  workspace_id: number
  id: number
  prompt_id: number
  name: string
  sticky_key: string | null
  /** The rules of a dynamic label, in the form of the API. */
  rules: string
  created_at: number
  updated_at: number
}

/** A label that is protected in all templates of the workspace. */
export interface ProtectedLabelRow {
  workspace_id: number
  id: number
  name: string
  /** 1 if a second person must approve a move of the label. */
  takes_two: number
  created_at: number
}

export interface ReleaseRequestRow {
  workspace_id: number
  id: number
  prompt_id: number
  label: string
  version_id: number
  version_number: number
  note: string | null
  status: 'open' | 'approved' | 'denied' | 'withdrawn'
  asker_kind: ActorKind
  asker_id: string
  asker_name: string
  asked_at: number
  /** Null while the request is open, like the fields below. */
  decider_kind: ActorKind | null
  decider_id: string | null
  decider_name: string | null
  decided_at: number | null
  decision_note: string | null
}

/** One row for each snippet marker in a version. */
export interface SnippetUseRow {
  workspace_id: number
  version_id: number
  snippet_name: string
  snippet_version: number | null
  snippet_label: string | null
}

export interface InputVariableSetRow {
  workspace_id: number
  id: number
  name: string
  variables: string
  folder_id: number | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}
