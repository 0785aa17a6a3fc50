import type { ExportInterval } from '../../../engine/log-export/index.ts'

export interface LogExportRow {
  workspace_id: number
  every: ExportInterval
  format: 'jsonl' | 'parquet'
  include_content: number
  /** Arrival time and id of the last exported request; the export continues after them. */
  last_arrival: number
  last_id: number
  exported_until: number | null
  requests: number
  objects: number
  last_object: string | null
  problem: string | null
}
