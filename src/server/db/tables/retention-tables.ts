export interface RetentionRuleRow {
  workspace_id: number
  /** The tag; empty for the rule about all requests. */
  tag: string
  /** Days; null: keep for ever. */
  days: number | null
  created_at: number
  updated_at: number
}
