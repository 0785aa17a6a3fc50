export interface RetentionRuleRow {
  workspace_id: number
  /** Empty for all requests. */
  tag: string
  /** Null to keep them for ever. */
  days: number | null
  created_at: number
  updated_at: number
}
