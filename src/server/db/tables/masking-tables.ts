export interface MaskingSettingsRow {
  workspace_id: number
  /** Always 1: a workspace has one row, and sealed values need an id. */
  id: number
  /** JSON list of rules. */
  rules: string
  keeps_bodies: number
  sealed_key: Uint8Array | null
  created_at: number
  updated_at: number
}

/** How often each rule was applied. */
export interface MaskingCountRow {
  workspace_id: number
  rule_id: string
  found: number
  last_at: number
}
