import { names } from '../columns/values.ts'
import type { Kind } from '../design/index.ts'
import { kindOf } from '../sheets/values.ts'
import type { ReportColumn } from './queries.ts'
import { isComputed } from './reports/computed.ts'

export type RowCell =
  | { readonly type: 'dataset'; readonly value: unknown }
  | {
      readonly type: 'eval'
      readonly status: 'PASSED' | 'FAILED' | 'RUNNING' | 'QUEUED' | 'SKIPPED'
      readonly value: unknown
      readonly error_message: string | null
    }

/** The icon and the name of a column's type. */
export interface TypeLabel {
  readonly kind: Kind
  readonly name: string
}

/** The types of the computed columns by their names. */
export const typeLabelsOf = (columns: readonly ReportColumn[]): ReadonlyMap<string, TypeLabel> =>
  new Map(columns.filter(isComputed).map((column) => [column.name, typeLabelOf(column.column_type)]))

export function typeLabelOf(type: string): TypeLabel {
  const known = type as keyof typeof names
  return names[known] ? { kind: kindOf(known), name: names[known] } : { kind: 'text', name: type }
}

type CellState =
  | { readonly failure: string }
  | { readonly waiting: 'RUNNING' | 'QUEUED' | 'SKIPPED' }
  | { readonly value: { readonly value: { readonly value: unknown }; readonly display_value: string } }

/** A failure, the state of a cell without a value, or its value. */
export function stateOf(cell: RowCell): CellState {
  if (cell.type === 'eval') {
    if (cell.status === 'FAILED') return { failure: cell.error_message ?? 'Failed' }
    if (cell.status !== 'PASSED') return { waiting: cell.status }
  }
  return { value: { value: { value: cell.value ?? null }, display_value: textOf(cell.value) } }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * The order of the columns: the first column, then the computed ones. Datasets of logged requests have so many columns that
 * computed columns behind them would be out of view.
 */
export function orderOf(row: readonly RowCell[], count: number): readonly number[] {
  const indexes = Array.from({ length: count }, (_none, index) => index)
  const isEval = (index: number) => row[index]?.type === 'eval'
  const others = indexes.slice(1).toSorted((a, b) => Number(isEval(b)) - Number(isEval(a)))
  return [...indexes.slice(0, 1), ...others]
}
