import { wordsOf } from './filter/fields.ts'
import { type Filter, type Filters, spanOf } from './filter/filters.ts'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

type TraceFilter = Readonly<Record<string, unknown>> & { readonly field: string; readonly operator: string }

/** Fields that both requests and traces have, with the field name and operator names in filters of traces. */
const sharedFields: Readonly<
  Partial<
    Record<Filter['field'], { readonly field: string; readonly operators: Readonly<Record<string, string>> }>
  >
> = {
  tags: {
    field: 'tags',
    operators: sameNames('contains', 'not_contains', 'in', 'not_in', 'is_empty', 'is_not_empty'),
  },
  metadata: {
    field: 'metadata',
    operators: sameNames('key_equals', 'key_not_equals', 'in', 'not_in', 'is_empty', 'is_not_empty'),
  },
  // A trace has the models of all its calls.
  engine: {
    field: 'trace_models_used',
    operators: { is: 'contains', is_not: 'not_contains', in: 'in', not_in: 'not_in' },
  },
}

function sameNames(...operators: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(operators.map((operator) => [operator, operator]))
}

/** The filter for traces; null if traces have no such filter. */
function traceFilterOf(filter: Filter): TraceFilter | null {
  const field = sharedFields[filter.field]
  const operator = field?.operators[filter.operator]
  return field && operator !== undefined ? { ...filter, field: field.field, operator } : null
}

/** A search for traces in the time range, with the filters that traces have too. */
export function traceSearchOf(filters: Filters) {
  const span = spanOf(filters, Date.now())
  const field = 'trace_start_time'
  const all: readonly TraceFilter[] = [
    ...(span
      ? [
          { field, operator: 'after', value: new Date(span.from).toISOString() },
          { field, operator: 'before', value: new Date(span.to).toISOString() },
        ]
      : []),
    ...(filters.filters ?? []).flatMap((filter) => traceFilterOf(filter) ?? []),
  ]
  return { time_zone: timeZone, ...(all.length > 0 && { filter_group: { filters: [...all] } }) }
}

/** The filters that do not apply to traces, in words; null if all apply. */
export function ignoredForTraces({ find, filters = [] }: Filters): string | null {
  const words = [
    ...(find ? [`“${find}”`] : []),
    ...filters.filter((filter) => traceFilterOf(filter) === null).map(wordsOf),
  ]
  return words.length === 0 ? null : `not filtered by ${words.join(', ')}`
}
