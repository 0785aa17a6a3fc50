import type { RowOperator } from '../../engine/sheet/rows/row-operators.ts'

export interface RowFilter {
  readonly column_id: string
  readonly operator: RowOperator
  readonly value?: string | undefined
}

/** A filter and an order of rows. The sheet itself is unchanged. */
export interface RowQuery {
  readonly filters: readonly RowFilter[]
  readonly sort?: { readonly column_id: string; readonly direction: 'asc' | 'desc' } | undefined
}

export const isWholeSheet = (query: RowQuery | undefined): boolean =>
  !query || (query.filters.length === 0 && !query.sort)
