import type { SheetImportRow, SheetRow } from '../../db/index.ts'
import { timesOf } from '../../http/iso-time.ts'

export function presentImport(row: SheetImportRow, sheet: SheetRow) {
  return {
    operation_id: row.id,
    source: row.source,
    status: row.status,
    progress: progressOf(row),
    message: messageOf(row),
    rows_added: row.rows_added,
    row_count: sheet.deleted_at === null ? sheet.row_count : 0,
    file_name: row.file_name,
    error_message: row.failure,
    ...timesOf(row),
  }
}

/** The progress in percent. */
function progressOf({ status, rows_total, rows_added }: SheetImportRow): number {
  if (status === 'completed') return 100
  return rows_total === null || rows_total === 0 ? 0 : Math.floor((rows_added / rows_total) * 100)
}

function messageOf({ status, rows_total, rows_added }: SheetImportRow): string {
  switch (status) {
    case 'pending':
      return 'The import waits for its turn.'
    case 'running':
      return rows_total === null
        ? 'The source is being read.'
        : `${rows_added} of ${rows_total} rows were added.`
    case 'completed':
      return `${rows_added} rows were added.`
    case 'failed':
      return `The import failed; ${rows_added} rows had been added.`
  }
}

export const presentStart = (row: SheetImportRow, sheet: SheetRow) => ({
  success: true as const,
  message: 'The import was accepted; its operation shows the progress.',
  operation_id: row.id,
  operation: presentImport(row, sheet),
  status_url: statusUrl(row),
})

const statusUrl = ({ table_id, id }: SheetImportRow): string =>
  `/api/public/v2/tables/${table_id}/sheets/operations/${encodeURIComponent(id)}`
