import { z } from 'zod'
import { traceGroupSorts, traceSorts } from '../../engine/analytics/traces/index.ts'
import { viewEndpoints } from '../requests/view-endpoints.ts'
import { sortScoreName, traceFilters } from './search.ts'

/** The lists that a view can be of. */
const viewedLists = ['traces', 'sessions', 'users'] as const
export type ViewedList = (typeof viewedLists)[number]

const sorts = z.enum([...traceSorts, ...traceGroupSorts, 'score'])

export const {
  list: listTraceViews,
  create: createTraceView,
  update: updateTraceView,
  delete: deleteTraceView,
} = viewEndpoints({
  noun: 'trace',
  schema: 'Trace',
  entity: 'trace-view',
  tag: 'traces',
  query: z.strictObject({
    ...traceFilters,
    /** An order of the list that the view is of. */
    sort_by: sorts.nullish(),
    /** The score of the order `score`, which lists of traces and sessions have. */
    sort_score_name: sortScoreName,
    sort_order: z.enum(['asc', 'desc']).nullish(),
  }),
  own: { list: z.enum(viewedLists) },
  summaries: {
    list: 'List the saved searches of traces, sessions and users',
    create: 'Save a search of traces, sessions or users under a name, for the whole workspace',
    update: 'Rename a saved search of traces, sessions or users, or change its query or columns',
    delete: 'Delete a saved search of traces, sessions or users; the traces stay',
  },
  description:
    '`query` has the fields of a search of the `list`, and is checked like one. Names are unique in a list.',
  example: {
    name: 'Refunds that failed',
    list: 'traces',
    query: {
      filter_group: { logic: 'AND', filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] },
      q: 'refund',
      sort_by: 'trace_total_cost_usd',
    },
    since_hours: 24,
  },
})
