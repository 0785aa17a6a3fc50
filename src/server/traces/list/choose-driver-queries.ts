import { sql } from 'kysely'
import type { TraceSort } from '../../../engine/analytics/traces/index.ts'
import type { Range } from '../../../engine/search/index.ts'
import { type ListedScore, type Posting, postingCondition } from '../../requests/index.ts'
import { postingsOf } from '../analytics/posting-queries.ts'
import { rangesOf, requiredScores, startRangesOf } from './filter-ranges.ts'
import { inRange, inTimes, scoredTraces } from './sort-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** Where a search starts: a list that contains all matches. `isFew` means that the whole list can be fetched. */
export type TraceDriver =
  /** `isWalk`: the search walks along the index of the order, past traces that do not match. */
  | { readonly by: 'order'; readonly isWalk: boolean }
  | { readonly by: 'group'; readonly column: 'session_id' | 'user_id'; readonly ids: readonly string[] }
  | { readonly by: 'facet'; readonly posting: Posting; readonly isFew: boolean }
  | { readonly by: 'range'; readonly field: TraceSort; readonly range: Range }
  | { readonly by: 'score'; readonly test: ListedScore; readonly isFew: boolean }
  /** Traces that have the score of the order. */
  | { readonly by: 'ids'; readonly ids: readonly string[] }

/** With fewer traces, fetching and sorting is faster than walking along the order. */
const fewTraces = 1_000

/** The same limit for a range of start times, whose traces are neighbours in an index. */
const fewTracesByStart = 5_000

interface Sample {
  readonly list: number
  readonly traces: number
  /** The start of the last trace of the sample; null if the list has no order. */
  readonly farthest: number | null
}

/**
 * Chooses the shortest list. Among long lists, chooses the facet whose sample reaches farthest in time, because a walk
 * along it passes the fewest traces.
 */
export async function chooseTraceDriver(query: TraceQuery): Promise<TraceDriver> {
  const { store, workspace, filter, sortBy, descending, runQuery } = query
  // ClickHouse has one table in one order.
  if (store.dialect === 'clickhouse') return { by: 'order', isWalk: false }
  const postings = postingsOf(filter)
  const ranges = rangesOf(filter).filter(({ field }) => field !== 'trace_start_time')
  const scores = requiredScores(filter)
  if (postings.length + ranges.length + scores.length === 0) return orderDriver(query)
  const direction = descending ? sql`desc` : sql`asc`
  const farthest = descending ? sql`min(started_at)` : sql`max(started_at)`
  const samples = [
    ...postings.map(
      (posting, index) => sql`select ${sql.lit(index)} as list, count(*) as traces, ${farthest} as farthest
      from (select started_at from trace_facets where ${postingCondition(workspace, posting)}
        and ${inTimes(query)} order by started_at ${direction} limit ${fewTraces}) reached`,
    ),
    ...[
      ...ranges.map((range) => sql`select 1 ${inRange(query, range)}`),
      ...scores.map((test) => scoredTraces(query, test)),
    ].map(
      (list, index) => sql`select ${sql.lit(postings.length + index)} as list, count(*) as traces,
        cast(null as double precision) as farthest from (${list} limit ${fewTraces}) reached`,
    ),
  ]
  const rows = await runQuery(sql<Sample>`${sql.join(samples, sql` union all `)}`.compile(store.db))
  const [shortest] = rows
    .map((sample) => ({ ...sample, list: Number(sample.list), traces: Number(sample.traces) }))
    .sort(compareSamples(descending))
  const posting = postings[shortest!.list]
  if (shortest!.traces < fewTraces) {
    if (posting) return { by: 'facet', posting, isFew: true }
    const range = ranges[shortest!.list - postings.length]
    return range
      ? { by: 'range', ...range }
      : { by: 'score', test: scores[shortest!.list - postings.length - ranges.length]!, isFew: true }
  }
  const isInOrder = sortBy === 'trace_start_time' && posting?.values.length === 1
  return posting && isInOrder ? { by: 'facet', posting, isFew: false } : orderDriver(query)
}

/**
 * Chooses the index of the order. SQLite would read a range of starts and sort it, however long it is, so for a long
 * range the index is named.
 */
async function orderDriver(query: TraceQuery): Promise<TraceDriver> {
  const { store, workspace, sortBy, sortScore, runQuery } = query
  if (sortScore) return { by: 'score', test: sortScore, isFew: false }
  if (sortBy === 'trace_start_time' || startRangesOf(query.filter).length === 0)
    return { by: 'order', isWalk: false }
  const [row] = await runQuery(
    sql<{ traces: number }>`select count(*) as traces from (select 1 from traces
    where workspace_id = ${workspace} and ${inTimes(query)} limit ${fewTracesByStart}) reached`.compile(
      store.db,
    ),
  )
  return { by: 'order', isWalk: Number(row!.traces) === fewTracesByStart }
}

const compareSamples =
  (descending: boolean) =>
  (a: Sample, b: Sample): number => {
    if (a.traces < fewTraces || b.traces < fewTraces) return a.traces - b.traces
    if (a.farthest === null || b.farthest === null)
      return Number(a.farthest === null) - Number(b.farthest === null)
    return (a.farthest - b.farthest) * (descending ? 1 : -1)
  }
