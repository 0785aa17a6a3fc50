import { chunksOf } from '../../db/index.ts'
import {
  type LogSearch,
  maxDepth,
  type Position,
  searchLog,
  type Total,
  type WalkedRequests,
  walkPages,
} from '../../requests/index.ts'
import { startRangesOf } from './filter-ranges.ts'
import { type FoundTrace, type TracePage, type TracePosition, tracesOfRequestsQuery } from './list-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** Requests with the words that one search reads. The first reads few, because they often suffice for a page. */
const requestsPerPage = { first: 500, max: 4_000 }
/** Requests whose traces one query reads. */
const tracesPerQuery = 500
/** Maximum requests if the order is not newest first. */
const maxRequests = 20_000

/**
 * Milliseconds by which a trace may start after a request of it, because another trace may hold the request, or an SDK
 * tracked it with other times than the span's. A trace that starts even later may be missing from its page.
 */
export const latestStart = 60_000

/** The result of a walk along the requests with the words, newest first. */
export interface RequestWalk {
  /** The matching traces in the order of the walk. `after` is a request that the walk passed before it found the trace; null: none. */
  readonly found: readonly { readonly trace: FoundTrace; readonly after: Position | null }[]
  /** The last request of the walk; null: there is none. */
  readonly reached: Position | null
}

export interface FoundTraces {
  readonly traces: readonly FoundTrace[]
  readonly total: Total
  /** The walk along requests that found the traces, if the query has words. */
  readonly walk?: RequestWalk
}

/**
 * Finds a page by a walk along the requests with the words. Traces that started
 * `latestStart` after the last request read are complete and in their final order.
 */
export async function findByWords(
  query: TraceQuery,
  { after, offset, limit, walkAfter = null, total = null }: TracePage,
): Promise<FoundTraces> {
  const found = new Map<string, RequestWalk['found'][number]>()
  let requestCount = 0
  let isComplete = false
  let reached = walkAfter
  const tracesOfPage = () =>
    [...found.values()]
      .map(({ trace }) => trace)
      .filter((trace) => !after || compare(query, trace, after) > 0)
      .sort((a, b) => compare(query, a, { value: b.value, id: b.trace_id }))
  const { database, workspace, limit: timeLimit } = query
  const search = await searchLog(database, workspace, wordsWithin(query), { limit: timeLimit })
  for await (const { rows, isLast } of partsOf(search, walkAfter)) {
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0)
      for (const trace of await query.runQuery(tracesOfRequestsQuery(query, ids)))
        if (!found.has(trace.trace_id)) found.set(trace.trace_id, { trace, after: reached })
    requestCount += rows.length
    isComplete = isLast
    const last = rows.at(-1)
    if (last) reached = last
    if (isComplete || !last) break
    if (isNewestFirst(query)) {
      if (
        tracesOfPage().filter(({ value }) => value >= Number(last.value) + latestStart).length >=
        offset + limit
      )
        break
    } else if (requestCount >= maxRequests) break
  }
  return {
    traces: tracesOfPage().slice(offset, offset + limit),
    total: total ?? {
      atLeast: Math.min(found.size, maxDepth),
      isExact: isComplete && found.size <= maxDepth,
    },
    walk: { found: [...found.values()], reached },
  }
}

/**
 * The request after which the walk of the next page starts, because requests before it belong to no trace behind `last`;
 * null: the next page reads all requests again.
 */
export function nextWalk(
  query: TraceQuery,
  { found, reached }: RequestWalk,
  last: TracePosition,
): Position | null {
  if (!isNewestFirst(query)) return null
  const next = found.find(({ trace }) => compare(query, trace, last) > 0)
  return next ? next.after : reached
}

const isNewestFirst = ({ sortBy, descending }: TraceQuery): boolean =>
  sortBy === 'trace_start_time' && descending

/** Yields parts of a page; few are read if the first traces are enough. */
async function* partsOf(search: LogSearch, after: Position | null): AsyncGenerator<WalkedRequests> {
  for await (const { rows, isLast } of walkPages(search, requestsPerPage, after)) {
    const parts = [...chunksOf(rows, tracesPerQuery)]
    if (parts.length === 0) yield { rows, isLast }
    for (const [index, part] of parts.entries())
      yield { rows: part, isLast: isLast && index === parts.length - 1 }
  }
}

/** The search of requests, with the times of the filter. */
function wordsWithin({ words, filter }: TraceQuery) {
  const startTests = startRangesOf(filter).flatMap((range) => {
    if (range.from === null) return []
    const within = { ...range, from: range.from - latestStart, to: null }
    return [{ type: 'number' as const, field: 'request_start_time' as const, range: within }]
  })
  return { ...words!, filter: { type: 'all' as const, of: [words!.filter, ...startTests] } }
}

/** Compares a trace with a position in the order of the list; positive if the trace comes after the position. */
function compare({ descending }: TraceQuery, trace: FoundTrace, position: TracePosition): number {
  const order =
    trace.value === position.value
      ? trace.trace_id < position.id
        ? -1
        : Number(trace.trace_id > position.id)
      : trace.value - position.value
  return descending ? -order : order
}
