import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import {
  cursorParts,
  cursorText,
  orderOf,
  presentPage,
  refusingTimeout,
  requireDepth,
  type Total,
  wrongCursor,
} from '../../requests/index.ts'
import { scoresOfTraces } from '../scores/queries.ts'
import { summariserOf } from '../summaries/summariser.ts'
import { findTraces } from './find-traces.ts'
import { listTraces, type TracePosition } from './list-queries.ts'
import { presentListed } from './present-listed.ts'
import { type TraceQuery, traceQuery } from './trace-query.ts'

const defaultPageSize = 25

export const searchTraces: Handler<'searchTraces'> = async ({ store, now }, { caller, body }) => {
  const query = traceQuery(store, caller.workspace, body, { now: now() })
  summariserOf(store).wake()
  const perPage = body.per_page ?? defaultPageSize
  const page = body.page ?? 1
  const cursor = body.cursor == null ? null : readCursor(query, body.cursor)
  const offset = cursor ? 0 : (page - 1) * perPage
  requireDepth(offset + perPage, 'traces')
  // One row more than the page has shows whether there is a next page.
  const pageRange = { after: cursor?.position ?? null, offset, limit: perPage + 1 }
  const { traces, total: counted } = await refusingTimeout(() => findTraces(query, pageRange))
  const total = cursor?.total ?? counted
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
  return {
    success: true as const,
    items: query.sortScore
      ? items.map((item) => ({ ...item, sort_score: numbers.get(item.trace_id)! }))
      : items,
    ...presentPage({
      page,
      perPage,
      total,
      nextCursor: hasNext && last ? cursorOf(query, { value: last.value, id: last.trace_id }, total) : null,
    }),
  }
}

/** Presents these traces in their order. */
export async function presentTraces(
  store: Store,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  now: number,
) {
  const rows = traceIds.length > 0 ? await listTraces(store.db, workspace, traceIds, now) : []
  const scores = traceIds.length > 0 ? await scoresOfTraces(store.db, workspace, traceIds) : new Map()
  const byId = new Map(rows.map((row) => [row.trace_id, row]))
  return traceIds.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentListed(row, scores.get(id) ?? [])] : []
  })
}

/** A text that databases take. */
export const isStorableId = (id: unknown): id is string =>
  typeof id === 'string' && id.isWellFormed() && !id.includes('\u0000')

const invalidCursor = 'is not a cursor that a search returned'

const cursorOf = (query: TraceQuery, { value, id }: TracePosition, total: Total): string =>
  cursorText([orderOf(query), query.descending, value, id, total.atLeast, total.isExact])

function readCursor(
  query: TraceQuery,
  cursor: string,
): { readonly position: TracePosition; readonly total: Total } {
  const [sortBy, descending, value, id, atLeast, isExact] = cursorParts(cursor, invalidCursor)
  const isTotal = Number.isSafeInteger(atLeast) && (atLeast as number) >= 0 && typeof isExact === 'boolean'
  if (typeof value !== 'number' || !Number.isFinite(value) || !isStorableId(id) || !isTotal)
    throw wrongCursor(invalidCursor)
  if (sortBy !== orderOf(query) || descending !== query.descending)
    throw wrongCursor('is of a search in another order')
  return { position: { value, id }, total: { atLeast: atLeast as number, isExact } }
}
