/** What the tables room keeps. Documents are JSON text, as everywhere. */

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
  /** Stands for the sheet in everything below it. */
  number: number
  id: string
  table_id: string
  title: string
  sheet_index: number
  row_count: number
  /** Grows with every change; saved versions, rows and cells name it. */
  version_count: number
  /** Up to this `version_count` content is preserved: that of the latest saved version, or of a later export. */
  saved_at: number
  saved_versions: number
  /** Grows when rows stand at other indexes than before. */
  layout: number
  next_row_id: number
  next_position: number
  next_column_number: number
  /** Positions that no row has: `[first, count]` in ascending order. */
  gaps: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface SheetColumnRow {
  workspace_id: number
  sheet: number
  /** Never given twice in a sheet. */
  number: number
  id: string
  title: string
  type: string
  config: string | null
  dependencies: string
  position_rank: number
  is_output_column: number
  /** How many rows `sheet_cells` has of it. */
  stored_cells: number
  /** The `version_count` since when it has been so. */
  since: number
  created_at: number
  updated_at: number
}

/** A column as it was before `until`. */
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
  /** Stays the row's own; its index does not. */
  id: number
  /** Rows stand in this order; the numbers may have gaps. */
  position: number
  /** Column number to value, of what people wrote. */
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
  /** `{code, message}`. */
  error: string | null
  input_hash: string | null
  computed_version: number | null
  since: number
  /** The `version_count` at which the value ceased to be that of its inputs. */
  stale_since: number | null
  price: number | null
  latency_ms: number | null
  metrics: string | null
  updated_at: number
}

export interface SheetCellRow extends CellContentRow {
  status: string
  resting: string
  awaiting: number
  execution_id: string | null
  generation: number
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
  /** What has become of its cells so far. */
  completed: number
  failed: number
  /** Cells that are no longer part of it: cancelled, given up, deleted. */
  released: number
  open_batches: number
  /** What the cells written so far took; US dollars where prices are known. */
  calls: number
  cost: number
  unpriced_calls: number
}

/** What a change did, for those who watch the sheet. */
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
  /** SHA-256 of what the value was computed from. */
  key: string
  value: string
  evidence: string | null
  created_at: number
}

/** A call of a model for a cell that is not written yet. */
export interface PaidCallRow {
  workspace_id: number
  request_id: number
  operation_id: string
  sheet: number
  row_id: number
  column_number: number
  /** The hash of the cell's inputs; null where nobody can use the answer. */
  work: string | null
  /** SHA-256 of what was asked. */
  call: string
  finish_reason: string | null
  /** US dollars; null when the price is not known. */
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
