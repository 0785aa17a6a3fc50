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
  /** Every file of the version as [path, hash of its content, bytes], sorted by path. */
  files: string
  commit_message: string | null
  release_label: string | null
  created_at: number
}

/** Each content once for a workspace, whatever the versions and paths that hold it. Never changed. */
export interface SkillContentRow {
  workspace_id: number
  hash: string
  content: string
}

/** The one row of the installation by which a start with the wrong key is noticed. */
