import type { ViewedList } from '../../../contract/index.ts'
import { parseTraceFilter, traceGroupSorts, traceSorts } from '../../../engine/analytics/traces/index.ts'
import { invalidFilter, parseSearch, sortScoreOf } from '../../../engine/search/index.ts'
import type { TraceViewRow } from '../../db/index.ts'
import type { Handlers } from '../../http/handler.ts'
import { presentView, savedViews } from '../../requests/index.ts'
import type { TraceCriteria } from './trace-query.ts'

const sortsOf: Readonly<Record<ViewedList, readonly string[]>> = {
  traces: [...traceSorts, 'score'],
  sessions: [...traceGroupSorts, 'score'],
  users: traceGroupSorts,
}

const views = savedViews({
  table: 'trace_views',
  ids: 'trace_view_ids',
  check(query, { list }) {
    const { filter_group, q, sort_by, sort_score_name } = query as TraceCriteria
    parseTraceFilter(filter_group ?? undefined)
    parseSearch({ q: q ?? null })
    sortScoreOf({ sort_by, sort_score_name })
    if (sort_by != null && !sortsOf[list].includes(sort_by))
      throw invalidFilter('query.sort_by', `must be one of ${sortsOf[list].join(', ')}`)
  },
})

const present = (row: TraceViewRow) => ({ ...presentView(row), list: row.list })
const answer = (row: TraceViewRow) => ({ success: true as const, trace_view: present(row) })

export const traceViewHandlers = {
  async listTraceViews(context, { caller }) {
    const rows = await views.list(context, caller.workspace)
    return { success: true as const, trace_views: rows.map(present) }
  },

  async createTraceView(context, { caller, body }) {
    return answer(await views.create(context, caller.workspace, body, { list: body.list }))
  },

  async updateTraceView(context, { caller, params, body }) {
    return answer(await views.update(context, caller.workspace, params.trace_view_id, body))
  },

  async deleteTraceView(context, { caller, params }) {
    return views.remove(context, caller.workspace, params.trace_view_id)
  },
} satisfies Partial<Handlers>
