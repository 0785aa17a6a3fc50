/** Tables of sheets; the rules of `tables.ts` apply. */

export interface TableRow {
  workspace_id: number
  id: string
  title: string
  folder_id: number | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface SheetRow {
  workspace_id: number
  /** The key of the sheet in the database tables below. */
  number: number
  id: string
  table_id: string
  title: string
  sheet_index: number
  row_count: number
  /** Grows with every change. Versions, rows and cells refer to it. */
  version_count: number
  /** Overwritten content up to this `version_count` is kept, for the latest saved version or export. */
  saved_at: number
  saved_versions: number
  /** Grows whenever rows change their index. */
  layout: number
  next_row_id: number
  next_position: number
  next_column_number: number
  /** Unused positions as `[first, count]`, ascending. */
  gaps: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface SheetColumnRow {
  workspace_id: number
  sheet: number
  /** Never reused in a sheet. */
  number: number
  id: string
  title: string
  type: string
  config: string | null
  dependencies: string
  position_rank: number
  is_output_column: number
  /** Number of the column's rows in `sheet_cells`. */
  stored_cells: number
  /** The `version_count` of the column's last change. */
  since: number
  created_at: number
  updated_at: number
}

/** The state that a column had until the change `until`. */
export interface SheetColumnHistoryRow extends Omit<SheetColumnRow, 'stored_cells'> {
  until: number
}

export interface ColumnPromptRow {
  workspace_id: number
  sheet: number
  column_number: number
  prompt_id: number | null
  prompt_name: string | null
  version_number: number | null
  label: string | null
}

export interface ColumnMirrorRow {
  workspace_id: number
  sheet: number
  column_number: number
  source_sheet: number
}

export interface SheetRowRow {
  workspace_id: number
  sheet: number
  /** Never changes, unlike the index of the row. */
  id: number
  /** Sort order of the rows; may have gaps. */
  position: number
  /** Texts that people wrote, by column number. */
  texts: string
  since: number
  updated_at: number
}

export interface SheetRowHistoryRow extends SheetRowRow {
  until: number
}

export interface CellContentRow {
  workspace_id: number
  sheet: number
  row_id: number
  column_number: number
  value: string | null
  evidence: string | null
  /** JSON of `{code, message}`. */
  error: string | null
  input_hash: string | null
  computed_version: number | null
  since: number
  /** The `version_count` at which the cell became stale. */
  stale_since: number | null
  price: number | null
  latency_ms: number | null
  metrics: string | null
  updated_at: number
}

export interface SheetCellRow extends CellContentRow {
  status: string
  /** The state before the cell was queued; at rest the same as `status`. */
  resting: string
  /** 1 if the cell waits for a person's answer. */
  awaiting: number
  execution_id: string | null
  /** Grows with each queueing, cancel or edit; results with an older one are refused. */
  generation: number
  /** JSON of the need that the cell waits for, with the state to continue from. */
  progress: string | null
}

export interface SheetCellHistoryRow extends CellContentRow {
  until: number
}

export interface SheetVersionRow {
  workspace_id: number
  sheet: number
  number: number
  id: string
  name: string | null
  created_by: string | null
  version_count: number
  row_count: number
  metadata: string
  created_at: number
}

export interface SheetOperationRow {
  workspace_id: number
  id: string
  table_id: string
  sheet: number
  kind: string
  status: string
  execution_id: string
  cell_count: number
  scope: string
  message: string | null
  created_at: number
  updated_at: number
  /** Counts of cells by outcome. */
  completed: number
  failed: number
  /** Cells that left the run: cancelled, given up or deleted. */
  released: number
  open_batches: number
  /** Calls and cost (US dollars, of known prices) of the cells that are written already. */
  calls: number
  cost: number
  unpriced_calls: number
}

/** The changes of one version count, for clients that watch the sheet. */
export interface SheetChangeRow {
  workspace_id: number
  sheet: number
  /** The sheet's `version_count`. */
  change: number
  layout: number
  notes: string
}

export interface SheetOperationBatchRow {
  workspace_id: number
  operation_id: string
  batch: number
}

export interface CellCacheRow {
  workspace_id: number
  /** SHA-256 of the cell's inputs. */
  key: string
  value: string
  evidence: string | null
  created_at: number
}

export interface PaidCallRow {
  workspace_id: number
  request_id: number
  operation_id: string
  sheet: number
  row_id: number
  column_number: number
  /** The hash of the cell's inputs; null if no cell can use the answer. */
  work: string | null
  /** SHA-256 of the call's arguments. */
  call: string
  finish_reason: string | null
  /** US dollars; null if the price is unknown. */
  cost: number | null
  created_at: number
}

export interface SheetTables {
  tables: TableRow
  sheets: SheetRow
  sheet_columns: SheetColumnRow
  sheet_column_history: SheetColumnHistoryRow
  column_prompts: ColumnPromptRow
  column_mirrors: ColumnMirrorRow
  sheet_rows: SheetRowRow
  sheet_row_history: SheetRowHistoryRow
  sheet_cells: SheetCellRow
  sheet_cell_history: SheetCellHistoryRow
  sheet_versions: SheetVersionRow
  sheet_operations: SheetOperationRow
  sheet_operation_batches: SheetOperationBatchRow
  sheet_changes: SheetChangeRow
  cell_cache: CellCacheRow
  paid_calls: PaidCallRow
}
