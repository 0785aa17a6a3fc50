import { chunksOf, QueryTooSlowError } from '../../db/index.ts'
import {
  type LogSearch,
  maxDepth,
  searchLog,
  type Total,
  type WalkedRequests,
  walkMeans,
  walkPages,
} from '../../requests/index.ts'
import {
  chooseTraceDriver,
  type FoundTrace,
  matchesAmong,
  type TraceDriver,
  type TracePage,
  timesOf,
  traceCountQuery,
  tracePageQuery,
  tracesOfRequestsQuery,
} from './list-queries.ts'
import { type ScoredTrace, scoredTracesQuery } from './score-order-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** Milliseconds for a total; a page does not wait longer for it. */
const countTimeout = 40
/** Requests with the words that one search reads. If a word is frequent, a hundred take as long as thousands. */
const requestsAtOnce = 4_000
/** Requests whose traces one query reads. */
const tracesAtOnce = 500
/** Maximum requests if the order is not newest first. */
const maxRequests = 20_000

export interface FoundTraces {
  readonly traces: readonly FoundTrace[]
  readonly total: Total
}

/** Finds one page of traces in order, and counts them. */
export async function findTraces(query: TraceQuery, page: TracePage): Promise<FoundTraces> {
  if (query.words) return findByWords(query, page)
  const driver = await chooseTraceDriver(query)
  const isManyScores = driver.by === 'score' && !driver.isFew
  const rows = isManyScores
    ? await walkScores(query, page)
    : await query.runQuery(tracePageQuery(query, driver, page))
  return { traces: rows, total: await totalOf(query, driver, rows, page) }
}

/** A page in the order of a score that many traces have. */
async function walkScores(query: TraceQuery, { after, offset, limit }: TracePage): Promise<FoundTrace[]> {
  const { runQuery, sortScore } = query
  const scored = await walkMeans<ScoredTrace>(
    { after, limit: offset + limit },
    {
      means: (position, size) => runQuery(scoredTracesQuery(query, sortScore!, position, size)),
      matches: (ids) => runQuery(matchesAmong(query, ids)),
    },
  )
  return scored.slice(offset).map(({ id, value }) => ({ trace_id: id, value }))
}

async function totalOf(
  query: TraceQuery,
  driver: TraceDriver,
  traces: readonly FoundTrace[],
  { after, offset, limit }: TracePage,
): Promise<Total> {
  if (!after && traces.length < limit && (traces.length > 0 || offset === 0))
    return { atLeast: offset + traces.length, isExact: true }
  const seen = offset + traces.length
  try {
    const [row] = await query.store.timedQuery(traceCountQuery(query, driver, maxDepth + 1), countTimeout)
    const count = Number(row!.total)
    return count > maxDepth ? { atLeast: maxDepth, isExact: false } : { atLeast: count, isExact: true }
  } catch (error) {
    if (error instanceof QueryTooSlowError) return { atLeast: seen, isExact: false }
    throw error
  }
}

/**
 * Walks the requests with the words, newest first. A trace starts no later than its requests. So traces that started
 * after the last request read are complete and in their final order.
 */
async function findByWords(query: TraceQuery, { after, offset, limit }: TracePage): Promise<FoundTraces> {
  const isNewestFirst = query.sortBy === 'trace_start_time' && query.descending
  const traces = new Map<string, FoundTrace>()
  let read = 0
  let isWhole = false
  const inPage = () =>
    [...traces.values()]
      .filter((trace) => !after || compare(query, trace, after) > 0)
      .sort((a, b) => compare(query, a, { value: b.value, id: b.trace_id }))
  const { store, workspace, limit: timeLimit } = query
  const search = await searchLog(store, workspace, wordsWithin(query), { limit: timeLimit })
  for await (const { rows, isLast } of partsOf(search)) {
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0)
      for (const trace of await query.runQuery(tracesOfRequestsQuery(query, ids)))
        traces.set(trace.trace_id, trace)
    read += rows.length
    isWhole = isLast
    const reached = rows.at(-1)?.value as number | undefined
    if (isWhole || reached === undefined) break
    if (!isNewestFirst && read >= maxRequests) break
    if (isNewestFirst && inPage().filter(({ value }) => value >= reached).length >= offset + limit) break
  }
  return {
    traces: inPage().slice(offset, offset + limit),
    total: { atLeast: Math.min(traces.size, maxDepth), isExact: isWhole && traces.size <= maxDepth },
  }
}

/** Yields parts of a page; few are read if the first traces are enough. */
async function* partsOf(search: LogSearch): AsyncGenerator<WalkedRequests> {
  for await (const { rows, isLast } of walkPages(search, requestsAtOnce)) {
    const parts = [...chunksOf(rows, tracesAtOnce)]
    if (parts.length === 0) yield { rows, isLast }
    for (const [index, part] of parts.entries())
      yield { rows: part, isLast: isLast && index === parts.length - 1 }
  }
}

/** The search of requests, with the times of the filter: no request of a trace starts before the trace. */
function wordsWithin({ words, filter }: TraceQuery) {
  const starts = timesOf(filter)
    .filter(({ from }) => from !== null)
    .map((range) => ({
      type: 'number' as const,
      field: 'request_start_time' as const,
      range: { ...range, to: null },
    }))
  return { ...words!, filter: { type: 'all' as const, of: [words!.filter, ...starts] } }
}

/** Compares a trace with a position in the order of the list; positive if the trace comes after the position. */
function compare(
  { descending }: TraceQuery,
  trace: FoundTrace,
  position: { readonly value: number; readonly id: string },
): number {
  const order =
    trace.value === position.value
      ? trace.trace_id < position.id
        ? -1
        : Number(trace.trace_id > position.id)
      : trace.value - position.value
  return descending ? -order : order
}
