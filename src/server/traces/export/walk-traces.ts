import { chunksOf, type Store } from '../../db/index.ts'
import { searchLog, type WalkPage, walk, walkPages } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { chooseTraceDriver } from '../list/choose-driver-queries.ts'
import { latestStart } from '../list/find-by-words.ts'
import {
  startsOfTraces,
  type TracePosition,
  tracePageQuery,
  tracesOfRequestsQuery,
} from '../list/list-queries.ts'
import { type TraceCriteria, type TraceQuery, traceQuery } from '../list/trace-query.ts'

const pageSize = 200
const requestsPerPage = 500
/** Milliseconds after which a slow page is tried again over a shorter time span. */
const pageTimeout = 5_000

/** Yields the ids of all matching traces, newest first, in pages. */
export async function* walkTraces(
  store: Store,
  workspace: WorkspaceId,
  criteria: TraceCriteria,
  now: number,
  after: TracePosition | null,
): AsyncGenerator<readonly TracePosition[]> {
  const listQuery = traceQuery(store, workspace, criteria, { now })
  if (listQuery.words) return yield* walkByWords(store, workspace, criteria, now, after)
  const driver = await chooseTraceDriver(listQuery)
  const search = {
    query: { descending: true },
    extent: () => startsOfTraces(store, workspace),
    async page({ after: reached, offset, limit, within }: WalkPage<string>) {
      const query = traceQuery(store, workspace, criteria, { now, timeout: pageTimeout })
      const start = { type: 'number' as const, field: 'trace_start_time' as const, range: within }
      const filter = { type: 'all' as const, of: [query.filter, start] }
      const position = reached && { value: Number(reached.value), id: reached.id }
      const page = { after: position, offset, limit }
      const rows = await query.runQuery(tracePageQuery({ ...query, filter }, driver, page))
      return rows.map(({ trace_id, value }) => ({ id: trace_id, value }))
    },
  }
  for await (const rows of walk(search, after, pageSize))
    yield rows.map(({ id, value }) => ({ id, value: Number(value) }))
}

/**
 * Walks the requests with the words. A trace that started `latestStart` after the last request read is complete: no
 * later request belongs to it.
 */
async function* walkByWords(
  store: Store,
  workspace: WorkspaceId,
  criteria: TraceCriteria,
  now: number,
  after: TracePosition | null,
): AsyncGenerator<readonly TracePosition[]> {
  const newQuery = (): TraceQuery => traceQuery(store, workspace, criteria, { now, timeout: pageTimeout })
  const search = await searchLog(store, workspace, newQuery().words!, { limit: () => pageTimeout })
  const pending = new Map<string, number>()
  for await (const { rows, isLast } of walkPages(search, requestsPerPage)) {
    const ids = rows.map(({ id }) => id)
    const query = newQuery()
    if (ids.length > 0)
      for (const { trace_id, value } of await query.runQuery(tracesOfRequestsQuery(query, ids)))
        pending.set(trace_id, value)
    const reached = isLast ? Number.NEGATIVE_INFINITY : Number(rows.at(-1)!.value)
    const complete = [...pending]
      .filter(([, start]) => start > reached + latestStart)
      .map(([id, value]) => ({ id, value }))
      .sort(newestFirst)
    for (const { id } of complete) pending.delete(id)
    const rest = after ? complete.filter((trace) => newestFirst(after, trace) < 0) : complete
    yield* chunksOf(rest, pageSize)
  }
}

const newestFirst = (a: TracePosition, b: TracePosition): number =>
  b.value - a.value || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
