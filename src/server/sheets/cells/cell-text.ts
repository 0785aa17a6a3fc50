import type { Json } from '../../../engine/json/json.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import { isoTime } from '../../http/iso-time.ts'
import { cellIdParts } from '../storage/cell-id.ts'
import type { ShownCellRow } from '../storage/cell-queries.ts'
import type { CellContent, RequestMetrics } from '../storage/present.ts'
import { traceMetrics } from '../storage/trace-metrics.ts'

/**
 * Cells as JSON text, equal to `presentCell`. A page of 100 x 30 has 3,000 cells, so stored values, which are JSON
 * already, are copied, and text that all cells of a row or a column share is built once.
 */

export interface ColumnText {
  readonly id: string
  readonly before: string
  readonly after: string
}

/** The text around the row's part of the ids, which all cells of a column have in common. */
export function columnText(sheetId: string, column: Pick<SheetColumnRow, 'id' | 'number'>): ColumnText {
  const { sheet, column: digits } = cellIdParts(sheetId, { rowId: 0, columnNumber: column.number })
  return {
    id: column.id,
    before: `"${column.id}":{"id":"${sheet}`,
    after: `${digits}","sheet_id":"${sheetId}","column_id":"${column.id}","row_index":`,
  }
}

export const rowText = (sheetId: string, rowId: number): string =>
  cellIdParts(sheetId, { rowId, columnNumber: 0 }).row

/** The text of a stored cell without its address. */
export function storedText(cell: Omit<ShownCellRow, 'row_id' | 'column_number'>): string {
  const error = cell.error === null ? null : (JSON.parse(cell.error) as { code?: string; message?: string })
  return contentText(
    cell.status,
    cell.value === 'null' ? null : cell.value,
    cell.updated_at,
    `"error":${textOrNull(error?.code)},"error_message":${textOrNull(error?.message)},"input_hash":${quoted(cell.input_hash)},"execution_id":${quoted(cell.execution_id)},"last_computed_version":${cell.computed_version},"request_metrics":${cell.metrics}`,
  )
}

/** The text of a cell with a person's text. */
export function writtenText(value: Json, type: string, updatedAt: number): string {
  const metrics: RequestMetrics | null = type === 'TRACE' ? traceMetrics(value) : null
  return contentText(
    'COMPLETED',
    value === null ? null : JSON.stringify(value),
    updatedAt,
    metrics === null ? emptyDetails : `${emptyDetailsHead}${JSON.stringify(metrics)}`,
  )
}

/** The text of a cell that is not stored and has no value. */
export const emptyText = ({
  status,
  error,
  updatedAt,
}: Pick<CellContent, 'status' | 'error' | 'updatedAt'>): string =>
  contentText(
    status,
    null,
    updatedAt,
    error === null
      ? emptyDetails
      : emptyDetails.replace(
          '"error":null,"error_message":null',
          () => `"error":${JSON.stringify(error.code)},"error_message":${JSON.stringify(error.message)}`,
        ),
  )

export const uncomputedText = (updatedAt: number): string =>
  contentText('STALE', null, updatedAt, emptyDetails)

const emptyDetailsHead =
  '"error":null,"error_message":null,"input_hash":null,"execution_id":null,"last_computed_version":null,"request_metrics":'
const emptyDetails = `${emptyDetailsHead}null`

/** The fields of the content. `value` is JSON text. Texts are displayed without quotes, other values as JSON. */
function contentText(status: string, value: string | null, updatedAt: number, details: string): string {
  const displayText = value === null || value.startsWith('"') ? value : shownText(value)
  const valueText = value === null ? 'null' : `{"value":${value}}`
  return `"status":"${status}","display_value":${displayText},"value":${valueText},${details},"updated_at":"${isoTime(updatedAt)}"`
}

const shownText = (value: string): string =>
  JSON.stringify(value.startsWith('{"comparison_result":') ? displayOf(JSON.parse(value) as Json) : value)

const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`)
const textOrNull = (text: string | undefined): string => (text === undefined ? 'null' : JSON.stringify(text))
