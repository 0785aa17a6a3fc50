/** Saved searches of requests. */

import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { parseSearch, type SearchWish } from '../../../engine/search/index.ts'
import { type RequestViewRow, refusingDuplicates } from '../../db/index.ts'
import { deleteOne } from '../../http/delete-one.ts'
import type { Handlers } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { changeView, countViews, findView, insertView, removeView, selectViews } from './queries.ts'

const nameTaken = 'There is a view of this name already.'
const absent = () => new Refusal('not_found', 'There is no such view.')
const maxViews = 500

export const viewHandlers = {
  async listRequestViews({ store }, { caller }) {
    const rows = await selectViews(store.db, caller.workspace)
    return { success: true as const, request_views: inNaturalOrder(rows, ({ name }) => name).map(present) }
  },

  async createRequestView({ store, now }, { caller, body }) {
    parseSearch(body.query as SearchWish)
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        if ((await countViews(tx, caller.workspace)) >= maxViews)
          throw new Refusal('bad_request', `There are ${maxViews} views, and may be no more.`)
        const time = now()
        const row: RequestViewRow = {
          workspace_id: caller.workspace,
          id: await store.nextId(tx, 'request_view_ids'),
          name: body.name,
          query: JSON.stringify(body.query),
          since_hours: body.since_hours,
          columns: columnsText(body.columns),
          created_at: time,
          updated_at: time,
        }
        await insertView(tx, row)
        return answer(row)
      }),
    )
  },

  async updateRequestView({ store, now }, { caller, params, body }) {
    const { name, query, since_hours, columns } = body
    if (query) parseSearch(query as SearchWish)
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        await changeView(tx, caller.workspace, params.request_view_id, {
          ...(name !== undefined && { name }),
          ...(query && { query: JSON.stringify(query) }),
          ...(since_hours !== undefined && { since_hours }),
          ...(columns !== undefined && { columns: columnsText(columns) }),
          updated_at: now(),
        })
        const row = await findView(tx, caller.workspace, params.request_view_id)
        if (!row) throw absent()
        return answer(row)
      }),
    )
  },

  async deleteRequestView({ store }, { caller, params }) {
    return deleteOne(store, absent, (tx) => removeView(tx, caller.workspace, params.request_view_id))
  },
} satisfies Partial<Handlers>

const columnsText = (columns: readonly string[] | null) => (columns === null ? null : JSON.stringify(columns))

const answer = (row: RequestViewRow) => ({ success: true as const, request_view: present(row) })

const present = (row: RequestViewRow) => ({
  id: row.id,
  name: row.name,
  query: JSON.parse(row.query) as object,
  since_hours: row.since_hours,
  columns: row.columns === null ? null : (JSON.parse(row.columns) as string[]),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})
