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

/** How the type of a computed column is shown. */
export interface ColumnSort {
  readonly kind: Kind
  readonly word: string
}

/** The types of the computed columns by their names. */
export const sortsOf = (columns: readonly ReportColumn[]): ReadonlyMap<string, ColumnSort> =>
  new Map(columns.filter(isComputed).map((column) => [column.name, sortOf(column.column_type)]))

export function sortOf(type: string): ColumnSort {
  const known = type as keyof typeof names
  return names[known] ? { kind: kindOf(known), word: names[known] } : { kind: 'text', word: type }
}

type Shape =
  | { readonly failure: string }
  | { readonly waiting: 'RUNNING' | 'QUEUED' | 'SKIPPED' }
  | { readonly value: { readonly value: { readonly value: unknown }; readonly display_value: string } }

/** What a cell shows: a failure, the state of a cell without a value, or its value. */
export function shapeOf(cell: RowCell): Shape {
  if (cell.type === 'eval') {
    if (cell.status === 'FAILED') return { failure: cell.error_message ?? 'Failed' }
    if (cell.status !== 'PASSED') return { waiting: cell.status }
  }
  return { value: { value: { value: cell.value ?? null }, display_value: textOf(cell.value) } }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * The order of the columns: computed columns follow the first, because datasets of logged requests have so
 * many columns that computed ones would be out of view.
 */
export function orderOf(row: readonly RowCell[], count: number): readonly number[] {
  const places = Array.from({ length: count }, (_none, index) => index)
  const isEval = (index: number) => row[index]?.type === 'eval'
  return [...places.slice(0, 1), ...places.slice(1).toSorted((a, b) => Number(isEval(b)) - Number(isEval(a)))]
}
