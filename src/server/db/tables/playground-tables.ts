import type { ActorKind } from '../../../engine/actor-kind.ts'

export interface PlaygroundRow {
  workspace_id: number
  id: number
  name: string
  /** Grows with each change. */
  version: number
  variant_count: number
  case_count: number
  /** Names of models, as JSON. */
  models: string
  created_at: number
  created_by_kind: ActorKind
  created_by_name: string
  updated_at: number
  updated_by_kind: ActorKind
  updated_by_name: string
  /** Variants and cases, as JSON. */
  content: string
}
