import { type Filters, spanOf } from './filter/filters.ts'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** All traces of the time: the other filters are of requests. */
export function tracesBy(filters: Filters) {
  const span = spanOf(filters, Date.now())
  const field = 'trace_start_time'
  return {
    time_zone: timeZone,
    ...(span && {
      filter_group: {
        filters: [
          { field, operator: 'after', value: new Date(span.from).toISOString() },
          { field, operator: 'before', value: new Date(span.to).toISOString() },
        ],
      },
    }),
  }
}
