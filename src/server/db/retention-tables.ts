/** What a workspace lets go, and when. */
export interface RetentionRuleRow {
  workspace_id: number
  /** Empty: every request. */
  tag: string
  /** Null: for ever. */
  days: number | null
  created_at: number
  updated_at: number
}
