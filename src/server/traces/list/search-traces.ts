import type { Handler } from '../../http/handler.ts'
import { presentPage, refusingTimeout, requireDepth } from '../../requests/index.ts'
import { previewsOf } from '../previews.ts'
import { summariserOf } from '../summaries/summariser.ts'
import { findTraces } from './find-traces.ts'
import { presentTraces } from './present-traces.ts'
import { cursorOf, readCursor } from './trace-cursor.ts'
import { traceQuery } from './trace-query.ts'

const defaultPageSize = 25
const firstPage = { position: null, walkAfter: null, total: null }

export const searchTraces: Handler<'searchTraces'> = async ({ store, now }, { caller, body }) => {
  const query = traceQuery(store, caller.workspace, body, { now: now() })
  summariserOf(store).wake()
  const perPage = body.per_page ?? defaultPageSize
  const page = body.page ?? 1
  const cursor = body.cursor == null ? null : readCursor(query, body.cursor)
  const offset = cursor ? 0 : (page - 1) * perPage
  requireDepth(offset + perPage, 'traces')
  const { position: after, walkAfter, total: counted } = cursor ?? firstPage
  // One row more than the page has shows whether there is a next page.
  const pageRange = { after, walkAfter, total: counted, offset, limit: perPage + 1 }
  const { traces, total, walk } = await refusingTimeout(() => findTraces(query, pageRange))
  const pageTraces = traces.slice(0, perPage)
  const last = pageTraces.at(-1)
  const hasNext = traces.length > perPage
  const items = await presentTraces(
    store,
    caller.workspace,
    pageTraces.map(({ trace_id }) => trace_id),
    query.now,
  )
  const numbers = new Map(pageTraces.map(({ trace_id, value }) => [trace_id, value]))
  const previews = body.include_previews
    ? await previewsOf(
        store,
        caller.workspace,
        items.map(({ trace_id, error_count }) => ({
          first: trace_id,
          last: trace_id,
          hasErrors: error_count > 0,
        })),
      )
    : null
  return {
    success: true as const,
    items: items.map((item, index) => ({
      ...item,
      ...(query.sortScore && { sort_score: numbers.get(item.trace_id)! }),
      ...(previews && { previews: previews[index]! }),
    })),
    ...presentPage({
      page,
      perPage,
      total,
      nextCursor: hasNext && last ? cursorOf(query, last, total, walk) : null,
    }),
  }
}
