import { Refusal } from '../../../engine/refusal.ts'
import { rowCondition } from '../../../engine/sheet/index.ts'
import type { RowOperator } from '../../../engine/sheet/rows/row-operators.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import type { CellContent } from '../storage/present.ts'

export interface RowFilter {
  readonly column_id: string
  readonly operator: RowOperator
  readonly value?: string | undefined
}

/** Finds the column of a filter. @throws Refusal 'invalid' that names the field. */
export function queriedColumn(
  columns: readonly SheetColumnRow[],
  id: string,
  ...loc: (string | number)[]
): SheetColumnRow {
  const column = columns.find((column) => column.id === id.toLowerCase())
  if (!column) throw new Refusal('invalid', 'The sheet has no such column.', { loc })
  return column
}

/** The filters of a call: their columns and tests. */
export const conditionsOf = (
  columns: readonly SheetColumnRow[],
  filters: readonly RowFilter[],
  at: readonly string[] = ['body'],
) => {
  const conditions = filters.map(({ column_id, operator, value }, index) => {
    const matches = rowCondition(operator, value, [...at, 'filters', index, 'value'])
    return { column: queriedColumn(columns, column_id, ...at, 'filters', index, 'column_id'), matches }
  })
  return {
    columns: conditions.map(({ column }) => column),
    /** True if a row passes all filters. */
    meets: (contentOf: (column: SheetColumnRow) => CellContent): boolean =>
      conditions.every(({ column, matches }) => matches(asQueried(contentOf(column)))),
  }
}

export const asQueried = ({ status, value }: CellContent) => ({ status, value, text: displayOf(value) ?? '' })
