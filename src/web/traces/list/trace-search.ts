import type { TraceSort } from '../../../engine/analytics/traces/search.ts'
import { hoursOf, type Range } from '../../requests/values.ts'

export type { Range }

/** A filter of traces as the address has it. */
export interface TraceFilter {
  readonly field: string
  readonly operator: string
  readonly value?: string | number | readonly (string | number)[] | undefined
  readonly nested_key?: string | undefined
}

/** The traces that an address selects. */
export interface TraceFilters {
  readonly find?: string | undefined
  readonly filters?: readonly TraceFilter[] | undefined
  /** A range that stays relative in the address. */
  readonly range?: Range | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface TraceSearch extends TraceFilters {
  readonly sortBy?: TraceSort | undefined
  /** The score by which the list is ordered; it overrides `sortBy`. */
  readonly sortScore?: string | undefined
  readonly rising?: true | undefined
}

export const noTraceFilters: TraceFilters = {
  find: undefined,
  filters: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
}

export const isFiltered = ({ find, filters = [], range, from }: TraceFilters): boolean =>
  Boolean(find || filters.length > 0 || range || from)

const hourMilliseconds = 3_600_000

export interface Sorted<Sort> extends TraceFilters {
  readonly sortBy?: Sort | undefined
  /** The score by which a list of traces is ordered; it overrides `sortBy`. */
  readonly sortScore?: string | undefined
  readonly rising?: true | undefined
}

/** The same search without a dragged range. */
export const withoutZoom = { from: undefined, to: undefined } satisfies TraceFilters

/** The body of a search. */
export function bodyOf<Sort extends string = TraceSort>(
  { find, filters = [], range, from, to, sortBy, rising }: Sorted<Sort>,
  now: number,
) {
  const field = 'trace_start_time'
  const times: TraceFilter[] = [
    ...(from !== undefined && to !== undefined
      ? [{ field, operator: 'between', value: [from, to] }]
      : [
          ...(from !== undefined ? [{ field, operator: 'after', value: from }] : []),
          ...(to !== undefined ? [{ field, operator: 'before', value: to }] : []),
        ]),
    ...(range && from === undefined
      ? [{ field, operator: 'after', value: new Date(now - hoursOf[range] * hourMilliseconds).toISOString() }]
      : []),
  ]
  const all = [...filters, ...times].map(({ nested_key, ...filter }) => ({
    ...filter,
    ...(nested_key !== undefined && { nested_key }),
  }))
  return {
    ...(find && { q: find }),
    ...(all.length > 0 && { filter_group: { logic: 'AND' as const, filters: all } }),
    ...(sortBy && { sort_by: sortBy }),
    ...(rising && { sort_order: 'asc' as const }),
  }
}

/** The body of a search for traces that started after a listed one, whose start is cut to milliseconds. */
export function newerBodyOf({ filters = [], ...search }: TraceFilters, listedStart: string, now: number) {
  const value = new Date(Date.parse(listedStart) + 1).toISOString()
  return bodyOf<never>(
    { ...search, filters: [...filters, { field: 'trace_start_time', operator: 'after', value }] },
    now,
  )
}

/** The body of a search in the order of a score, if the address has one. */
export const orderedBodyOf = <Sort extends string = TraceSort>(search: Sorted<Sort>, now: number) => ({
  ...bodyOf<Sort>(search, now),
  ...(search.sortScore !== undefined && { sort_by: 'score' as const, sort_score_name: search.sortScore }),
})

/** A field that the filter dialog offers. */
export interface TraceField {
  readonly field: string
  readonly name: string
  readonly kind: 'text' | 'list' | 'number' | 'key' | 'score' | 'words'
  /** The field whose values the server suggests; absent: any value is typed. */
  readonly suggests?: string
  /** Factor from the unit that people type to the unit of the server. */
  readonly factor?: number
  readonly unit?: string
}

export const traceFields: readonly TraceField[] = [
  { field: 'trace_name', name: 'Name', kind: 'text', suggests: 'trace_name' },
  { field: 'trace_status', name: 'Status', kind: 'text', suggests: 'trace_status' },
  { field: 'trace_state', name: 'State', kind: 'text' },
  { field: 'span_name', name: 'Span', kind: 'text', suggests: 'span_name' },
  { field: 'trace_models_used', name: 'Model', kind: 'list', suggests: 'trace_models_used' },
  { field: 'trace_tool_names', name: 'Tool', kind: 'list', suggests: 'trace_tool_names' },
  { field: 'trace_user_id', name: 'User', kind: 'text', suggests: 'trace_user_id' },
  { field: 'trace_session_id', name: 'Session', kind: 'text', suggests: 'trace_session_id' },
  { field: 'tags', name: 'Tag', kind: 'list', suggests: 'tags' },
  { field: 'metadata', name: 'Metadata', kind: 'key', suggests: 'metadata' },
  { field: 'scores', name: 'Score', kind: 'score' },
  { field: 'score_values', name: 'Score value', kind: 'key' },
  { field: 'score_text', name: 'Score text or comment', kind: 'words' },
  { field: 'trace_duration_ms', name: 'Duration', kind: 'number', factor: 1_000, unit: 'seconds' },
  { field: 'trace_total_cost_usd', name: 'Cost', kind: 'number', unit: 'dollars' },
  { field: 'trace_total_tokens', name: 'Tokens', kind: 'number' },
  { field: 'trace_span_count', name: 'Spans', kind: 'number' },
  { field: 'trace_error_count', name: 'Errors', kind: 'number' },
]

export const operatorsOf: Readonly<Record<TraceField['kind'], readonly (readonly [string, string])[]>> = {
  text: [
    ['is', 'is'],
    ['is_not', 'is not'],
  ],
  list: [
    ['contains', 'is'],
    ['not_contains', 'is not'],
  ],
  key: [
    ['key_equals', 'is'],
    ['key_not_equals', 'is not'],
  ],
  score: [
    ['gte', 'at least'],
    ['lte', 'at most'],
    ['eq', 'is'],
  ],
  words: [
    ['contains', 'contains'],
    ['not_contains', 'does not contain'],
  ],
  number: [
    ['gt', 'over'],
    ['lt', 'under'],
    ['eq', 'is'],
  ],
}

const otherNames: Readonly<Record<string, string>> = { trace_id: 'Trace', trace_start_time: 'Start' }

const withoutValue: Readonly<Record<string, string>> = { is_not_null: 'is set', is_null: 'is not set' }

/** A filter in words, for the chip of the filter. */
export function wordsOf({ field, operator, value, nested_key }: TraceFilter): string {
  const traceField = traceFields.find((traceField) => traceField.field === field)
  const operators = traceField ? operatorsOf[traceField.kind] : []
  const word = [...operators, ...Object.values(operatorsOf).flat()].find(([id]) => id === operator)?.[1]
  const name =
    field === 'metadata' || field.startsWith('score')
      ? (nested_key ?? traceField?.name)
      : (traceField?.name ?? otherNames[field] ?? field)
  const valueText = traceField?.kind === 'number' ? Number(value) / (traceField.factor ?? 1) : value
  const unit = traceField?.unit === 'seconds' ? ' s' : ''
  const money = traceField?.unit === 'dollars' ? '$' : ''
  return [
    name,
    word ?? withoutValue[operator] ?? operator.replaceAll('_', ' '),
    value === undefined ? '' : `${money}${valueText}${unit}`,
  ]
    .join(' ')
    .trim()
}

const isSame = (a: TraceFilter, b: TraceFilter): boolean =>
  a.field === b.field && a.operator === b.operator && a.value === b.value && a.nested_key === b.nested_key

/** A section of values beside the list: a field, one metadata key, or one score. */
export interface TraceSection {
  readonly field: string
  readonly name: string
  readonly key?: string
}

export function filterOfValue({ field, key }: TraceSection, value: string, excludes = false): TraceFilter {
  if (field === 'score_names')
    return { field: 'scores', operator: excludes ? 'is_null' : 'is_not_null', nested_key: value }
  const kind = traceFields.find((traceField) => traceField.field === field)?.kind ?? 'text'
  const [operator] = operatorsOf[kind][excludes ? 1 : 0]!
  return { field, operator, value, ...(key !== undefined && { nested_key: key }) }
}

export const isIncluded = ({ filters = [] }: TraceFilters, section: TraceSection, value: string): boolean =>
  filters.some((filter) => isSame(filter, filterOfValue(section, value)))

/** Includes or excludes a value; including it again removes the filter. */
export function toggleTraceFilter(
  { filters = [] }: TraceFilters,
  section: TraceSection,
  value: string,
  excludes: boolean,
): Pick<TraceFilters, 'filters'> {
  const including = filterOfValue(section, value)
  const others = filters.filter((filter) => !isSame(filter, including))
  if (excludes) return { filters: [...others, filterOfValue(section, value, true)] }
  const next = others.length < filters.length ? others : [...filters, including]
  return { filters: next.length > 0 ? next : undefined }
}
