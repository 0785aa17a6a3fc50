import { hash } from 'node:crypto'
import type { SheetColumnRow, SheetRow } from '../../db/index.ts'
import { type CellContent, presentCell } from './present.ts'

/** Columns that show cost and latency of another column's runs. They are not stored: the metrics are stored with its cells. */
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
/** Above all numbers of stored columns, within the 28 bits of a cell id. */
const firstSystemNumber = 2 ** 26

const measured = new Set(['PROMPT_TEMPLATE', 'TRACE'])

export function systemColumnsOf(source: SheetColumnRow): SystemColumn[] {
  if (!measured.has(source.type)) return []
  return metrics.map(({ metric, label, offset }) => ({
    id: derivedId(source.id, metric),
    number: firstSystemNumber + source.number * 2 + offset,
    title: `${source.title}.${label}`,
    metric,
    label,
    source,
  }))
}

/** A stable id that need not be stored: a UUID of version 8. */
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

/** `content` is that of the measured cell. */
export function presentSystemCell(
  sheetId: string,
  column: SystemColumn,
  row: { readonly id: number; readonly index: number },
  content: CellContent,
) {
  const value = content.metrics?.[column.metric] ?? null
  return presentCell(sheetId, column, row, { ...content, value, error: null, inputHash: null, metrics: null })
}
