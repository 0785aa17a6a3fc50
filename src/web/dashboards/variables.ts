import { type RequestSource, requestSources } from '../../engine/search/sources.ts'
import {
  type Filters,
  filtersIn,
  hoursOf,
  productionFilter,
  type Range,
  ranges,
  searchOf,
} from '../requests/values.ts'
import type { StoredDashboard } from './use-dashboards.ts'

/** The filter that stands for all sources, because a dashboard without a filter of sources shows production. */
const isOfAnySource = {
  field: 'source' as const,
  operator: 'in' as const,
  value: [...requestSources] as RequestSource[],
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The values of the variables that were saved with the dashboard. */
export function storedVariables({
  query,
  since_hours,
}: Pick<StoredDashboard, 'query' | 'since_hours'>): Filters {
  const storedFilters = filtersIn(query.filter_group)
  const filters = storedFilters.filter(
    (filter) => !isSame(filter, productionFilter) && !isSame(filter, isOfAnySource),
  )
  const range = ranges.find((range) => hoursOf[range] === since_hours) ?? '7d'
  return {
    range,
    ...(query.q && { find: query.q }),
    ...(filters.length > 0 && { filters }),
    ...(storedFilters.some((filter) => isSame(filter, isOfAnySource)) && { everySource: true as const }),
  }
}

/** The variables in the URL. A variable that the URL does not set has the dashboard's value. */
export function variablesOf(stored: Filters, address: Filters): Filters {
  const { find, filters, range, from, to, everySource } = address
  return {
    find: find ?? stored.find,
    filters: filters ?? stored.filters,
    range: from ? undefined : (range ?? stored.range),
    from,
    to,
    everySource: (everySource ?? stored.everySource) || undefined,
  }
}

/**
 * A change of the variables as a change of the address. An emptied variable stays in the address as an empty value, because
 * the dashboard's value would apply otherwise.
 */
export const addressOf = (stored: Filters, change: Filters): Filters => ({
  ...change,
  ...('filters' in change && stored.filters && { filters: change.filters ?? [] }),
  ...('find' in change && stored.find && { find: change.find ?? '' }),
  ...('everySource' in change && stored.everySource && { everySource: change.everySource ?? false }),
})

/**
 * Converts the variables to the fields that a dashboard stores: filters, and a relative time range.
 */
export const savedVariables = ({ find, filters = [], range, everySource }: Filters) => {
  const isAny = everySource && !filters.some(({ field }) => field === 'source')
  const all = isAny ? [...filters, isOfAnySource] : filters
  const { q, filter_group } = searchOf({ find, filters: all, everySource: true }, 0)
  return {
    query: { ...(q && { q }), ...(filter_group && { filter_group }) },
    since_hours: hoursOf[(range ?? '7d') as Range],
  }
}
