import type { Answer } from '../../api/index.ts'
import { filtersIn, hoursOf, ranges, type View } from '../../requests/values.ts'
import { noTraceFilters, orderedBodyOf, type Sorted, type TraceFilter } from './trace-search.ts'

export type StoredTraceView = Answer<'listTraceViews'>['trace_views'][number]

/** A list of traces, sessions or users as its address has it. */
export interface Shown<Sort extends string> extends Sorted<Sort> {
  readonly columns?: readonly string[] | undefined
}

/** A stored view as an address. The first of `sorts` is the default order, which the address leaves out. */
export function shownOf<Sort extends string>(stored: StoredTraceView, sorts: readonly Sort[]): Shown<Sort> {
  const { q, filter_group, sort_by, sort_score_name, sort_order } = stored.query
  const range = ranges.find((range) => hoursOf[range] === stored.since_hours)
  const sort = sorts.find((sort) => sort === sort_by)
  const filters = (filtersIn(filter_group) as unknown as TraceFilter[]).filter(isShowable)
  return {
    ...(q && { find: q }),
    ...(filters.length > 0 && { filters }),
    ...(range && { range }),
    ...(sort && sort !== sorts[0] && { sortBy: sort }),
    ...(sort_by === 'score' && sort_score_name && { sortScore: sort_score_name }),
    ...(sort_order === 'asc' && { rising: true as const }),
    ...(stored.columns && { columns: stored.columns }),
  }
}

/** Whether an address can hold the value: texts, numbers and lists of them. */
const isShowable = ({ value }: TraceFilter): boolean =>
  value === undefined || [value].flat().every((item) => typeof item === 'string' || typeof item === 'number')

/** A list as a view. Relative ranges stay relative; fixed times become filters. */
export const savedOf = <Sort extends string>({ columns, range, ...search }: Shown<Sort>) => ({
  query: orderedBodyOf<Sort>(search, 0),
  since_hours: range && search.from === undefined ? hoursOf[range] : null,
  columns: columns ? [...columns] : null,
})

export const isShown = ({ shown }: View<Shown<string>, unknown>, current: Shown<string>): boolean =>
  textOf(shown) === textOf(current)

/** The whole address of a view, without the state of the view before. */
export const addressOf = <Sort extends string>({ shown }: View<Shown<Sort>, unknown>): Shown<Sort> => ({
  ...noTraceFilters,
  sortBy: undefined,
  sortScore: undefined,
  rising: undefined,
  columns: undefined,
  ...shown,
})

const textOf = ({
  find,
  filters,
  range,
  from,
  to,
  sortBy,
  sortScore,
  rising,
  columns,
}: Shown<string>): string =>
  JSON.stringify([
    find ?? '',
    (filters ?? []).map(({ field, operator, value, nested_key }) => [field, operator, value, nested_key]),
    ...[range, from, to, sortBy, sortScore, rising, columns],
  ])
