import { hash } from 'node:crypto'
import type { SheetColumnRow, SheetRow } from '../../db/index.ts'
import { type CellContent, presentCell } from './present.ts'

/**
 * A column that shows the cost or latency of another column's runs. It is not stored, because the metrics are stored
 * with the other column's cells.
 */
export interface SystemColumn {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly metric: 'price' | 'latency_ms'
  readonly label: string
  readonly source: SheetColumnRow
}

const metrics = [
  { metric: 'price', label: 'price', offset: 1 },
  { metric: 'latency_ms', label: 'latency', offset: 2 },
] as const
/** Larger than the number of any stored column, and within the 28 bits that a cell id has. */
const firstSystemNumber = 2 ** 26

const measuredTypes = new Set(['PROMPT_TEMPLATE', 'TRACE'])

export function systemColumnsOf(source: SheetColumnRow): SystemColumn[] {
  if (!measuredTypes.has(source.type)) return []
  return metrics.map(({ metric, label, offset }) => ({
    id: derivedId(source.id, metric),
    number: firstSystemNumber + source.number * 2 + offset,
    title: `${source.title}.${label}`,
    metric,
    label,
    source,
  }))
}

/** An id that is always the same and need not be stored: a UUID of version 8. */
function derivedId(column: string, metric: string): string {
  const digits = hash('sha256', `${column} ${metric}`, 'hex')
  const part = (from: number, length: number) => digits.slice(from, from + length)
  return `${part(0, 8)}-${part(8, 4)}-8${part(12, 3)}-8${part(15, 3)}-${part(18, 12)}`
}

export function presentSystemColumn(column: SystemColumn, sheet: SheetRow) {
  return {
    id: column.id,
    sheet_id: sheet.id,
    workspace_id: sheet.workspace_id,
    title: column.title,
    type: 'TEXT' as const,
    config: { metric_key: column.metric, source_column_id: column.source.id },
    dependencies: [
      {
        column_id: column.source.id,
        reference_type: 'value',
        config_key: 'source_column_id',
        config_meta: null,
      },
    ],
    position_rank: column.source.position_rank,
    is_output_column: false,
    is_system: true,
  }
}

/** Presents the cell of a system column. `content` is that of the measured cell. */
export function presentSystemCell(
  sheetId: string,
  column: SystemColumn,
  row: { readonly id: number; readonly index: number },
  content: CellContent,
) {
  const value = content.metrics?.[column.metric] ?? null
  return presentCell(sheetId, column, row, { ...content, value, error: null, inputHash: null, metrics: null })
}
