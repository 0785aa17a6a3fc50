export interface SkillCollectionRow {
  workspace_id: number
  id: string
  name: string
  folder_id: number | null
  provider: string | null
  latest_version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface SkillVersionRow {
  workspace_id: number
  id: string
  collection_id: string
  number: number
  root_path: string
  provider: string | null
  /** JSON list of [path, content hash, bytes], sorted by path. */
  files: string
  commit_message: string | null
  release_label: string | null
  created_at: number
}

/** Stored once in a workspace and shared by all versions. A content never changes. */
export interface SkillContentRow {
  workspace_id: number
  hash: string
  content: string
}
