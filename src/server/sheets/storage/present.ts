import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import type { Json } from '../../../engine/json/json.ts'
import type { CellState, StoredPromptVersion } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, SheetRow, TableRow } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import { isoTime, timesOf } from '../../http/iso-time.ts'
import { cellIdOf } from './cell-id.ts'
import { configOf, dependenciesIn } from './column-types.ts'

export function presentTable(row: TableRow, sheets: readonly SheetRow[]) {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    folder_id: row.folder_id,
    sheet_count: sheets.length,
    ...timesOf(row),
  }
}

export function presentTableDetail(row: TableRow, sheets: readonly SheetRow[]) {
  return {
    ...presentTable(row, sheets),
    sheet_row_counts: Object.fromEntries(sheets.map(({ id, row_count }) => [id, row_count])),
  }
}

export function presentSheet(row: SheetRow, index = row.sheet_index) {
  return {
    id: row.id,
    table_id: row.table_id,
    workspace_id: row.workspace_id,
    title: row.title,
    index,
    row_count: row.row_count,
    version_count: row.version_count,
    ...timesOf(row),
  }
}

export function presentColumn(row: Omit<SheetColumnRow, 'stored_cells'>, sheet: SheetRow) {
  return {
    id: row.id,
    sheet_id: sheet.id,
    workspace_id: row.workspace_id,
    title: row.title,
    type: row.type as ColumnTypeName,
    config: configOf(row) ?? {},
    dependencies: dependenciesIn(row),
    position_rank: row.position_rank,
    is_output_column: row.is_output_column === 1,
    is_system: false,
  }
}

/** The content of a cell in the form of the API, without its address. */
export interface CellContent {
  readonly status: CellState
  readonly value: Json
  readonly error: { readonly code: string; readonly message: string } | null
  readonly inputHash: string | null
  readonly executionId: string | null
  readonly computedVersion: number | null
  readonly metrics: RequestMetrics | null
  readonly updatedAt: number
}

export const noContent = {
  value: null,
  error: null,
  inputHash: null,
  executionId: null,
  computedVersion: null,
  metrics: null,
} as const

export interface RequestMetrics extends StoredPromptVersion {
  request_count: number
  request_ids: number[]
  latency_ms: number | null
  price: number | null
  input_tokens: number | null
  output_tokens: number | null
  trace_ids: string[]
  /** Absent if it was not measured. */
  time_to_first_token_ms?: number
}

export function presentCell(
  sheetId: string,
  column: { readonly id: string; readonly number: number },
  row: { readonly id: number; readonly index: number },
  content: CellContent,
) {
  return {
    id: cellIdOf(sheetId, { rowId: row.id, columnNumber: column.number }),
    sheet_id: sheetId,
    column_id: column.id,
    row_index: row.index,
    status: content.status,
    display_value: displayOf(content.value),
    value: content.value === null ? null : { value: content.value },
    error: content.error?.code ?? null,
    error_message: content.error?.message ?? null,
    input_hash: content.inputHash,
    execution_id: content.executionId,
    last_computed_version: content.computedVersion,
    request_metrics: content.metrics,
    updated_at: isoTime(content.updatedAt),
  }
}
