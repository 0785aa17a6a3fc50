import {
  type TraceGroupSort,
  type TraceSort,
  traceGroupSorts,
  traceSorts,
} from '../../../engine/analytics/traces/search.ts'
import { call } from '../../api/index.ts'
import { builtIn, type View, type ViewKind } from '../../requests/values.ts'
import { addressOf, isShown, type Shown, type StoredTraceView, savedOf, shownOf } from './shown-views.ts'

interface List<Sort extends string> {
  readonly list: StoredTraceView['list']
  /** The orders of the list; the default comes first. */
  readonly sorts: readonly Sort[]
  readonly builtIn: readonly View<Shown<Sort>, never>[]
  readonly contents: string
}

function viewsOf<Sort extends TraceSort | TraceGroupSort>({
  list,
  sorts,
  builtIn,
  contents,
}: List<Sort>): ViewKind<Shown<Sort>, StoredTraceView> {
  const path = (id: number) => ({ params: { trace_view_id: id } })
  return {
    key: ['trace-views', list],
    builtIn,
    contents,
    read: async (signal) =>
      (await call('listTraceViews', { signal })).trace_views.filter((view) => view.list === list),
    create: async (name, saved) =>
      (await call('createTraceView', { body: { name, list, ...saved } })).trace_view,
    update: async (id, change) => (await call('updateTraceView', { ...path(id), body: change })).trace_view,
    remove: (id) => call('deleteTraceView', path(id)),
    viewOf: (stored) => ({ id: String(stored.id), name: stored.name, stored, shown: shownOf(stored, sorts) }),
    savedOf,
    isShown,
    addressOf,
  }
}

const failed = { filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] }

export const traceViews = viewsOf({
  list: 'traces',
  sorts: traceSorts,
  builtIn: [
    builtIn('All', {}),
    builtIn('Failed', failed),
    builtIn('Live', { filters: [{ field: 'trace_state', operator: 'is', value: 'live' }] }),
    builtIn('Slowest', { sortBy: 'trace_duration_ms' }),
    builtIn('Most expensive', { sortBy: 'trace_total_cost_usd' }),
  ],
  contents: 'these filters, this order and these columns',
})

const groupViews = (list: 'sessions' | 'users') =>
  viewsOf({
    list,
    sorts: traceGroupSorts,
    builtIn: [
      builtIn('All', {}),
      builtIn('Failed', failed),
      builtIn('Most traces', { sortBy: 'trace_count' }),
      builtIn('Most expensive', { sortBy: 'cost' }),
    ],
    contents: 'these filters and this order',
  })

export const sessionViews = groupViews('sessions')
export const userViews = groupViews('users')
