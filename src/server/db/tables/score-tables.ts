/** Tables of scores; the rules of `tables.ts` apply. */

export interface SheetScoreRow {
  workspace_id: number
  sheet: number
  id: string
  score_type: string
  score_config: string
  created_at: number
  updated_at: number
}

export interface ScoreCalculationRow {
  workspace_id: number
  sheet: number
  /** A UUIDv7, so ids sort by time. */
  id: string
  score_type: string
  score_config: string
  sheet_revision: number
  status: 'queued' | 'running' | 'completed' | 'failed'
  overall_score: number | null
  result: string | null
  error: string | null
  created_at: number
  completed_at: number | null
}

export interface ScorecardRow {
  workspace_id: number
  id: string
  sheet: number
  name: string
  evaluated_column_ids: string
  aggregation: string
  steps: string
  display_config: string | null
  baseline_config: string | null
  config_hash: string
  /** Number of calculations, including those of deleted scorecards. */
  calculations: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface ScorecardCalculationRow {
  workspace_id: number
  sheet: number
  /** Counts from 1 in each sheet. */
  number: number
  id: string
  scorecard_id: string
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  sheet_revision: number
  next_row_id: number
  steps: string
  aggregation: string
  config_hash: string
  scope: string | null
  narrowed: string
  copied_from: number | null
  open_batches: number
  total_rows: number
  scored_rows: number
  pass_rows: number
  warn_rows: number
  fail_rows: number
  error_rows: number
  skipped_rows: number
  score_sum: number
  score_count: number
  criteria: string | null
  aggregate_score: number | null
  aggregate_verdict: string | null
  baseline: number | null
  drift: string | null
  error: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
}

export interface ScorecardBatchRow {
  workspace_id: number
  sheet: number
  calculation: number
  number: number
  done: number
}

/** The result of one row in one calculation. */
export interface ScorecardResultRow {
  workspace_id: number
  sheet: number
  calculation: number
  row_id: number
  score: number | null
  verdict: string
  steps: string
  stale: number
  error: string | null
  input_hash: string
  computed_at: number
}

export interface ScoreTables {
  sheet_scores: SheetScoreRow
  score_calculations: ScoreCalculationRow
  scorecards: ScorecardRow
  scorecard_calculations: ScorecardCalculationRow
  scorecard_batches: ScorecardBatchRow
  scorecard_rows: ScorecardResultRow
}
