import type { ScoreType, TraceState } from '../../../contract/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import {
  cursorParts,
  cursorText,
  orderOf,
  type Position,
  presentPage,
  refusingTimeout,
  requireDepth,
  type Total,
  wrongCursor,
} from '../../requests/index.ts'
import { scoresOfTraces } from '../scores/queries.ts'
import { type ListedScore, scoreValue } from '../scores/score-value.ts'
import { facetNumbers, type StoredFacet } from '../summaries/facet-numbers.ts'
import { summariserOf } from '../summaries/summariser.ts'
import { nextWalk, type RequestWalk } from './find-by-words.ts'
import { findTraces } from './find-traces.ts'
import { type FoundTrace, type ListedTrace, listTraces, type TracePosition } from './list-queries.ts'
import { type TraceQuery, traceQuery } from './trace-query.ts'

function presentListed(row: ListedTrace, scores: readonly ListedScore[]) {
  const facets = JSON.parse(row.facets) as StoredFacet[]
  const valuesOf = (kind: keyof typeof facetNumbers) =>
    facets.flatMap(([number, , value]) => (number === facetNumbers[kind] ? [value] : []))
  return {
    trace_id: row.trace_id,
    name: row.name ?? '',
    status: row.status as 'UNSET' | 'OK' | 'ERROR',
    state: row.state as TraceState,
    started_at: isoTime(row.started_at!),
    ended_at: isoTime(row.ended_at!),
    duration_ms: row.duration_ms!,
    span_count: row.span_count,
    error_count: row.error_count,
    request_count: row.request_count,
    cost: row.cost,
    cost_is_whole: row.unpriced === 0,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    models: valuesOf('model'),
    tools: valuesOf('tool'),
    tags: valuesOf('tag'),
    metadata: facets.flatMap(([kind, key, value]) =>
      kind === facetNumbers.metadata ? [{ key, value }] : [],
    ),
    scores: scores.map((score) => ({
      name: score.name,
      type: score.type as ScoreType,
      value: scoreValue(score),
    })),
    session_id: row.session_id,
    user_id: row.user_id,
  }
}

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
  return {
    success: true as const,
    items: query.sortScore
      ? items.map((item) => ({ ...item, sort_score: numbers.get(item.trace_id)! }))
      : items,
    ...presentPage({
      page,
      perPage,
      total,
      nextCursor: hasNext && last ? cursorOf(query, last, total, walk) : null,
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

function cursorOf(query: TraceQuery, last: FoundTrace, total: Total, walk?: RequestWalk): string {
  const position = { value: last.value, id: last.trace_id }
  const next = walk && nextWalk(query, walk, position)
  const walked = next ? [next.value, next.id] : []
  return cursorText([
    orderOf(query),
    query.descending,
    position.value,
    position.id,
    total.atLeast,
    total.isExact,
    ...walked,
  ])
}

interface Cursor {
  readonly position: TracePosition
  readonly total: Total
  /** See `TracePage`. */
  readonly walkAfter: Position | null
}

function readCursor(query: TraceQuery, cursor: string): Cursor {
  const parts = cursorParts(cursor, invalidCursor)
  const [sortBy, descending, value, id, atLeast, isExact, walkedValue, walkedId] = parts
  const isTotal = Number.isSafeInteger(atLeast) && (atLeast as number) >= 0 && typeof isExact === 'boolean'
  const isWalked = Number.isFinite(walkedValue) && Number.isSafeInteger(walkedId)
  if (!Number.isFinite(value) || !isStorableId(id) || !isTotal || (parts.length > 6 && !isWalked))
    throw wrongCursor(invalidCursor)
  if (sortBy !== orderOf(query) || descending !== query.descending)
    throw wrongCursor('is of a search in another order')
  return {
    position: { value: value as number, id },
    total: { atLeast: atLeast as number, isExact },
    walkAfter: isWalked ? { value: walkedValue as number, id: walkedId as number } : null,
  }
}
