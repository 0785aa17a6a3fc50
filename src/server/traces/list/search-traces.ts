import { oneLine } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { presentPage, refusingTimeout, requireDepth } from '../../requests/index.ts'
import { summariserOf } from '../summaries/summariser.ts'
import { turnErrors, turnTexts } from '../turn-texts.ts'
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
  // One row more than the page has shows whether there is a next page.
  const { position: after, walkAfter, total: counted } = cursor ?? firstPage
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
  const previews = body.include_previews ? await previewsOf(store, caller.workspace, items) : null
  return {
    success: true as const,
    items: items.map((item) => ({
      ...item,
      ...(query.sortScore && { sort_score: numbers.get(item.trace_id)! }),
      ...(previews && { previews: previews(item.trace_id) }),
    })),
    ...presentPage({
      page,
      perPage,
      total,
      nextCursor: hasNext && last ? cursorOf(query, last, total, walk) : null,
    }),
  }
}

/** Reads the question, the answer and the last error of each trace. */
async function previewsOf(
  store: Store,
  workspace: WorkspaceId,
  traces: readonly { readonly trace_id: string; readonly error_count: number }[],
) {
  const texts = await turnTexts(
    store,
    workspace,
    traces.map(({ trace_id }) => trace_id),
  )
  const failed = traces.filter(({ error_count }) => error_count > 0).map(({ trace_id }) => trace_id)
  const errors = await turnErrors(store, workspace, failed)
  const line = (text: string | undefined) => (text === undefined ? null : oneLine(text))
  return (traceId: string) => ({
    input: line(texts.get(traceId)?.question?.text),
    output: line(texts.get(traceId)?.answer?.text),
    error: line(errors.get(traceId)),
  })
}
