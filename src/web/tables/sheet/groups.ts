import type { Answer } from '../../api/index.ts'
import type { RowFilter, RowQuery } from '../../sheets/index.ts'

export type Group = Answer<'groupRows'>['groups'][number]
export type Measure = Group['columns'][number]['measure']

export const measureIn = (group: Group, column: string | undefined): Measure | undefined =>
  group.columns.find(({ column_id }) => column_id === column)?.measure

/** The share that passes, or the mean; null without current values. */
export function amountOf(measure: Measure | undefined): number | null {
  if (!measure) return null
  if (measure.kind === 'numbers') return measure.mean
  const judged = measure.passed + measure.failed
  return judged === 0 ? null : measure.passed / judged
}

export type GroupOrder = 'rows' | 'lowest'

/** The groups by number of rows, or by their value with the lowest first and groups without a value last. */
export function ordered(
  groups: readonly Group[],
  column: string | undefined,
  order: GroupOrder,
): readonly Group[] {
  if (order === 'rows') return groups
  const key = (group: Group) => amountOf(measureIn(group, column)) ?? Number.POSITIVE_INFINITY
  return groups.toSorted((a, b) => key(a) - key(b) || b.row_count - a.row_count)
}

const filterOf = (column_id: string, { value }: Group): RowFilter =>
  value === null ? { column_id, operator: 'empty' } : { column_id, operator: 'is', value }

const isSame = (left: RowFilter, right: RowFilter): boolean =>
  left.column_id === right.column_id && left.operator === right.operator && left.value === right.value

export const isShown = (query: RowQuery, column: string, group: Group): boolean =>
  query.filters.some((filter) => isSame(filter, filterOf(column, group)))

/** Filters of the query except those that a group of this column sets. */
export const otherFilters = ({ filters }: RowQuery, column: string): RowFilter[] =>
  filters.filter(
    ({ column_id, operator }) => column_id !== column || (operator !== 'is' && operator !== 'empty'),
  )

/** Shows the rows of one group; if they are shown already, shows all rows again. */
export const toggleGroupFilter = (query: RowQuery, column: string, group: Group): RowQuery => ({
  ...query,
  filters: isShown(query, column, group)
    ? otherFilters(query, column)
    : [...otherFilters(query, column), filterOf(column, group)],
})
