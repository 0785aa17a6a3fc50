import type { Tile } from '../../contract/index.ts'
import { type Filter, type Filters, filtersIn } from '../requests/values.ts'

export const errorFilter: Filter = { field: 'status', operator: 'is', value: 'ERROR' }

/**
 * The search of the log for the requests that a tile counts. The log has no groups of filters: those of a tile with any
 * other logic than AND are left out.
 */
export function logSearch(tile: Tile, filters: Filters, more: readonly Filter[] = []): Filters {
  const own = tile.filter_group?.logic === 'AND' ? filtersIn(tile.filter_group) : []
  const failed = tile.measure === 'errors' ? [errorFilter] : []
  return { ...filters, filters: [...(filters.filters ?? []), ...own, ...failed, ...more] }
}
