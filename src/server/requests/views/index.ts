/** Saved searches of requests, and the operations that all kinds of saved searches share. */

import { parseSearch, type SearchCriteria } from '../../../engine/search/index.ts'
import type { RequestViewRow } from '../../db/index.ts'
import type { Handlers } from '../../http/handler.ts'
import { presentView, savedViews } from './saved-views.ts'

const views = savedViews({
  table: 'request_views',
  ids: 'request_view_ids',
  check: (query) => void parseSearch(query as SearchCriteria),
})

const answer = (row: RequestViewRow) => ({ success: true as const, request_view: presentView(row) })

export const viewHandlers = {
  async listRequestViews(context, { caller }) {
    const rows = await views.list(context, caller.workspace)
    return { success: true as const, request_views: rows.map(presentView) }
  },

  async createRequestView(context, { caller, body }) {
    return answer(await views.create(context, caller.workspace, body, {}))
  },

  async updateRequestView(context, { caller, params, body }) {
    return answer(await views.update(context, caller.workspace, params.request_view_id, body))
  },

  async deleteRequestView(context, { caller, params }) {
    return views.remove(context, caller.workspace, params.request_view_id)
  },
} satisfies Partial<Handlers>
