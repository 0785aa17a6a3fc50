import type { Answer } from '../../api/index.ts'
import {
  filtersIn,
  hoursOf,
  noFilters,
  productionFilter,
  type Range,
  ranges,
  type Search,
  searchOf,
  sorts,
} from '../filter/filters.ts'
import { builtIn, type View as ViewOf } from './view-kind.ts'

export type StoredView = Answer<'listRequestViews'>['request_views'][number]

/** A view of the list: a search and columns. */
export interface Shown extends Search {
  readonly columns?: readonly string[] | undefined
}

type View = ViewOf<Shown, StoredView>

const slowMilliseconds = 5_000

export const builtInViews: readonly View[] = [
  builtIn<Shown>('Production', {}),
  builtIn<Shown>('All sources', { everySource: true }),
  builtIn<Shown>('Errors and warnings', {
    filters: [{ field: 'status', operator: 'in', value: ['ERROR', 'WARNING'] }],
  }),
  builtIn<Shown>('Slow', {
    filters: [{ field: 'latency_ms', operator: 'gte', value: slowMilliseconds }],
    sortBy: 'latency_ms',
  }),
  builtIn<Shown>('Unscored', { filters: [{ field: 'score', operator: 'is_null' }] }),
]

/**
 * A stored view as an address. Parts that this screen cannot show, which programs may have saved, are left
 * out.
 */
export function viewOf(stored: StoredView): View {
  const { q, filter_group, sort_by, sort_score_name, sort_order } = stored.query
  const range = ranges.find((range) => hoursOf[range] === stored.since_hours)
  const sort = sorts.find((sort) => sort === sort_by)
  const allFilters = filtersIn(filter_group)
  const filters = allFilters.filter((filter) => JSON.stringify(filter) !== JSON.stringify(productionFilter))
  return {
    id: String(stored.id),
    name: stored.name,
    stored,
    shown: {
      ...(q && { find: q }),
      ...(filters.length > 0 && { filters }),
      ...(!allFilters.some(({ field }) => field === 'source') && { everySource: true as const }),
      ...(range && { range }),
      ...(sort && sort !== 'request_start_time' && { sortBy: sort }),
      ...(sort_by === 'score' && sort_score_name && { sortScore: sort_score_name }),
      ...(sort_order === 'asc' && { rising: true as const }),
      ...(stored.columns && { columns: stored.columns }),
    },
  }
}

/** The current list as a view. A dragged range becomes a filter; relative ranges stay relative. */
export function savedOf({ columns, range, ...search }: Shown) {
  return {
    query: searchOf(search, 0),
    since_hours: range && search.from === undefined ? hoursOf[range as Range] : null,
    columns: columns ? [...columns] : null,
  }
}

/** The view that the list currently shows. */
export const isShown = (view: View, shown: Shown): boolean => textOf(view.shown) === textOf(shown)

const textOf = ({ find, filters, range, from, to, everySource, ...order }: Shown): string =>
  JSON.stringify([
    find ?? '',
    (filters ?? []).map(({ field, operator, value, nested_key }) => [field, operator, value, nested_key]),
    range,
    from,
    to,
    everySource,
    order.sortBy,
    order.sortScore,
    order.rising,
    order.columns,
  ])

export const addressOf = (view: View): Shown => ({ ...noFilters, columns: undefined, ...view.shown })
