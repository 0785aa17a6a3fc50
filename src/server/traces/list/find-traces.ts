import { nullIfSlow } from '../../db/index.ts'
import { maxDepth, type Total, walkMeans } from '../../requests/index.ts'
import { readsOtherTables } from '../analytics/condition-queries.ts'
import { chooseTraceDriver, type TraceDriver } from './choose-driver-queries.ts'
import { type FoundTraces, findByWords } from './find-by-words.ts'
import {
  type FoundTrace,
  matchesAmong,
  nearTracesQuery,
  type TracePage,
  traceCountQuery,
  tracePageQuery,
} from './list-queries.ts'
import { queryTraceRows } from './query-trace-rows.ts'
import { type ScoredTrace, scoredTracesQuery } from './score-order-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** Milliseconds for a total; a page does not wait longer for it. ClickHouse counts millions in some 50. */
const countTimeout = { sqlite: 40, postgres: 40, clickhouse: 1_000 } as const

/** Traces that are tested one by one, in some 20 ms, before all spans are read. */
const nearTraces = 4_000

/** Finds one page of traces in order, and counts them. */
export async function findTraces(query: TraceQuery, page: TracePage): Promise<FoundTraces> {
  return query.words
    ? findByWords(query, page)
    : queryTraceRows(query, (rowQuery) => findPage(rowQuery, page))
}

/** Maximum traces with the searched words that are counted, because each is looked up separately. */
const maxWithWords = 1_000

/** The newest traces with the words of a search, for sums and counts over them. */
export async function newestWithWords(query: TraceQuery) {
  const page = { after: null, offset: 0, limit: maxWithWords }
  const { traces, total } = await findTraces({ ...query, descending: true }, page)
  const ids = traces.map(({ trace_id }) => trace_id)
  return { ids, total, isWhole: total.isExact && total.atLeast <= ids.length }
}

async function findPage(query: TraceQuery, page: TracePage): Promise<FoundTraces> {
  const driver = await chooseTraceDriver(query)
  const isManyScores = driver.by === 'score' && !driver.isFew
  const rows = isManyScores
    ? await walkScores(query, page)
    : ((await findNear(query, driver, page)) ?? (await query.runQuery(tracePageQuery(query, driver, page))))
  return { traces: rows, total: page.total ?? (await totalOf(query, driver, rows, page)) }
}

/**
 * Looks for a page among the next traces of the order; null if they do not fill it. PostgreSQL would read all spans for
 * the first page: 0.5 s in place of 0.06 with 60,000 traces, if many match.
 */
async function findNear(query: TraceQuery, driver: TraceDriver, page: TracePage) {
  const { store, filter, runQuery } = query
  if (store.dialect !== 'postgres' || driver.by !== 'order' || !readsOtherTables(filter)) return null
  const rows = await runQuery(nearTracesQuery(query, page, nearTraces))
  return rows.length < page.limit ? null : rows
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
  const rows = await nullIfSlow(async () => {
    const timeout = Math.min(countTimeout[query.store.dialect], query.limit())
    return query.store.timedQuery(traceCountQuery(query, driver, maxDepth + 1), timeout)
  })
  if (!rows) return { atLeast: offset + traces.length, isExact: false }
  const count = Number(rows[0]!.total)
  return count > maxDepth ? { atLeast: maxDepth, isExact: false } : { atLeast: count, isExact: true }
}
