import type { FilterField } from '../../../engine/search/fields.ts'
import { productionSources, type RequestSource } from '../../../engine/search/sources.ts'

export const statuses = ['SUCCESS', 'WARNING', 'ERROR'] as const
export type Status = (typeof statuses)[number]

/**
 * Relative time ranges. They stay relative in the address: a link opened tomorrow shows tomorrow's last hour.
 */
export const ranges = ['1h', '24h', '7d', '30d'] as const
export type Range = (typeof ranges)[number]

export const hoursOf: Record<Range, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }
const hourMilliseconds = 3_600_000

export type FilterValue = string | number | readonly (string | number)[]

export interface Filter {
  readonly field: FilterField
  readonly operator: string
  readonly value?: FilterValue | undefined
  readonly nested_key?: string | undefined
}

export const sorts = [
  'request_start_time',
  'latency_ms',
  'time_to_first_token_ms',
  'output_tokens_per_second',
  'attempts',
  'waited_ms',
  'cost',
  'input_tokens',
  'output_tokens',
] as const
export type Sort = (typeof sorts)[number]

/** The search in an address. */
export interface Filters {
  readonly find?: string | undefined
  readonly filters?: readonly Filter[] | undefined
  readonly range?: Range | undefined
  /** A range dragged in a chart; overrides `range`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /**
   * True if requests of all sources are shown. Otherwise only production is, unless a filter names sources. The address
   * of a dashboard that is saved for all sources has `false` for production.
   */
  readonly everySource?: boolean | undefined
}

/** The filter for production, without evaluations and the playground. */
export const productionFilter = {
  field: 'source' as const,
  operator: 'in' as const,
  value: [...productionSources] as RequestSource[],
}

/** Whether the search is limited to production because no filter names sources. */
export const showsProduction = ({ filters = [], everySource }: Filters): boolean =>
  !everySource && !filters.some(({ field }) => field === 'source')

export interface Search extends Filters {
  readonly sortBy?: Sort | undefined
  /** The name of the score that sorts the list; overrides `sortBy`. */
  readonly sortScore?: string | undefined
  /** True for ascending order: smallest or oldest first. */
  readonly rising?: true | undefined
}

/** The body of a search, with the filters of the filter bar in the grammar of the API. */
export function searchOf({ sortBy, sortScore, rising, ...rest }: Search, now: number) {
  const { find, filters = [], from, to } = rest
  const span = spanOf(rest, now)
  const all = [
    ...filters,
    ...(showsProduction(rest) ? [productionFilter] : []),
    ...(from !== undefined && to !== undefined
      ? [{ field: 'request_start_time', operator: 'between', value: [from, to] } as const]
      : span
        ? [{ field: 'request_start_time', operator: 'after', value: iso(span.from) } as const]
        : []),
  ]
  return {
    ...(find && { q: find }),
    ...(all.length > 0 && { filter_group: groupOf(all) }),
    ...(sortScore !== undefined
      ? { sort_by: 'score' as const, sort_score_name: sortScore }
      : sortBy && { sort_by: sortBy }),
    ...(rising && { sort_order: 'asc' as const }),
  }
}

type Operator = 'is'

/** The filters as a group. The address may hold any operator; the server validates it. */
export const groupOf = (filters: readonly Filter[]) => ({
  logic: 'AND' as const,
  filters: filters.map(({ field, operator, value, nested_key }) => ({
    field,
    operator: operator as Operator,
    ...(value !== undefined && { value: Array.isArray(value) ? [...value] : (value as string) }),
    ...(nested_key !== undefined && { nested_key }),
  })),
})

/** The filters directly in a group, without those of inner groups. */
export const filtersIn = (group: { readonly filters: readonly object[] } | null | undefined): Filter[] =>
  (group?.filters ?? []).filter((filter) => 'field' in filter) as unknown as Filter[]

/** The range of the search in milliseconds; null without limits. */
export function spanOf({ range, from, to }: Filters, now: number): { from: number; to: number } | null {
  if (from !== undefined && to !== undefined) return { from: Date.parse(from), to: Date.parse(to) }
  return range ? { from: now - hoursOf[range] * hourMilliseconds, to: now } : null
}

/** The same search in the period before, which is as long; null if the time range has no start. */
export function filtersBefore(filters: Filters): Filters | null {
  const span = spanOf(filters, Date.now())
  return span && { ...filters, range: undefined, from: iso(2 * span.from - span.to), to: iso(span.from - 1) }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const isFiltered = ({ find, filters = [], range, from, everySource }: Filters): boolean =>
  Boolean(find || filters.length > 0 || range || from || everySource)

export const noFilters: Search = {
  find: undefined,
  filters: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  everySource: undefined,
  sortBy: undefined,
  sortScore: undefined,
  rising: undefined,
}
