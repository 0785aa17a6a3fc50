export interface DatasetGroupRow {
  workspace_id: number
  id: number
  name: string
  folder_id: number | null
  latest_version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface DatasetRow {
  workspace_id: number
  id: number
  group_id: number
  /** -1 for the draft; 0 for a version that is being filled. */
  version_number: number
  /** JSON list of the names. */
  column_names: string
  row_count: number
  /** JSON of the source of rows; null once the version is complete. */
  filling: string | null
  /** JSON of the search, if the rows come from requests. */
  filter_params: string | null
  failure: string | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface DatasetRowRow {
  workspace_id: number
  dataset_id: number
  position: number
  /** JSON list in column order; nulls at the end are left out. */
  cells: string
}

export type ReportState = 'waiting' | 'running' | 'scoring' | 'completed' | 'cancelled'

export interface ReportRow {
  workspace_id: number
  id: number
  name: string
  folder_id: number | null
  is_blueprint: number
  parent_report_id: number | null
  dataset_id: number
  tags: string
  prompt_id: number | null
  prompt_version_number: number | null
  score_configuration: string | null
  state: ReportState
  run: string | null
  row_count: number
  rows_done: number
  cells_completed: number
  cells_failed: number
  score: string | null
  score_matrix: string | null
  score_error: string | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface ReportColumnRow {
  workspace_id: number
  id: number
  report_id: number
  column_type: string
  name: string
  position: number
  is_part_of_score: number
  configuration: string
  score: number | null
}

export interface ReportCellRow {
  workspace_id: number
  report_id: number
  row_index: number
  column_id: number
  status: 'RUNNING' | 'COMPLETED' | 'FAILED'
  value: string | null
  error_code: string | null
  error_message: string | null
  /** For a running cell, the need and the state that continues with its answer. */
  progress: string | null
  request_ids: string | null
}

export interface EvaluationTables {
  dataset_groups: DatasetGroupRow
  datasets: DatasetRow
  dataset_rows: DatasetRowRow
  reports: ReportRow
  report_columns: ReportColumnRow
  report_cells: ReportCellRow
}
