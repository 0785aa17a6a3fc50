import { QueryTooSlowError } from '../../db/index.ts'
import { maxDepth, type Total, walkMeans } from '../../requests/index.ts'
import { chooseTraceDriver, type TraceDriver } from './choose-driver-queries.ts'
import { type FoundTraces, findByWords } from './find-by-words.ts'
import {
  type FoundTrace,
  matchesAmong,
  type TracePage,
  traceCountQuery,
  tracePageQuery,
} from './list-queries.ts'
import { queryTraceRows } from './query-trace-rows.ts'
import { type ScoredTrace, scoredTracesQuery } from './score-order-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** Milliseconds for a total; a page does not wait longer for it. ClickHouse counts millions in some 50. */
const countTimeout = { sqlite: 40, postgres: 40, clickhouse: 1_000 } as const

/** Finds one page of traces in order, and counts them. */
export async function findTraces(query: TraceQuery, page: TracePage): Promise<FoundTraces> {
  return query.words
    ? findByWords(query, page)
    : queryTraceRows(query, (rowQuery) => findPage(rowQuery, page))
}

async function findPage(query: TraceQuery, page: TracePage): Promise<FoundTraces> {
  const driver = await chooseTraceDriver(query)
  const isManyScores = driver.by === 'score' && !driver.isFew
  const rows = isManyScores
    ? await walkScores(query, page)
    : await query.runQuery(tracePageQuery(query, driver, page))
  return { traces: rows, total: page.total ?? (await totalOf(query, driver, rows, page)) }
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
  const reachedCount = offset + traces.length
  try {
    const timeout = Math.min(countTimeout[query.store.dialect], query.limit())
    const [row] = await query.store.timedQuery(traceCountQuery(query, driver, maxDepth + 1), timeout)
    const count = Number(row!.total)
    return count > maxDepth ? { atLeast: maxDepth, isExact: false } : { atLeast: count, isExact: true }
  } catch (error) {
    if (error instanceof QueryTooSlowError) return { atLeast: reachedCount, isExact: false }
    throw error
  }
}
