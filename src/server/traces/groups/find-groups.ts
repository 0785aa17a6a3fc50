import type { TraceGroupSort } from '../../../contract/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import { findTraces } from '../list/find-traces.ts'
import { chooseTraceDriver } from '../list/list-queries.ts'
import type { TraceQuery } from '../list/trace-query.ts'
import {
  type GroupPosition,
  groupCountQuery,
  groupSumsQuery,
  groupWalkQuery,
  type SummedTraces,
  sortedGroupsQuery,
  type TraceGroupKind,
  type TraceGroupRow,
} from './group-queries.ts'

/** With words, each trace is found one by one. */
const tracesWithWords = 1_000
/** Traces that one step of the walk reads. */
const tracesAtOnce = 500
/** Milliseconds for a total; pages do not wait longer for it. */
const countTimeout = 100

export interface GroupPage {
  readonly sortBy: TraceGroupSort
  readonly after: GroupPosition | null
  readonly limit: number
}

export interface FoundGroup {
  readonly row: TraceGroupRow
  readonly value: number
}

/** The traces of a search whose groups are wanted; null: there are none. */
export async function summedTraces(query: TraceQuery): Promise<SummedTraces | null> {
  if (!query.words) return { driver: await chooseTraceDriver(query) }
  const { found } = await findTraces(query, { after: null, offset: 0, limit: tracesWithWords })
  return found.length > 0 ? { traceIds: found.map(({ trace_id }) => trace_id) } : null
}

export async function findGroups(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  page: GroupPage,
): Promise<FoundGroup[]> {
  if (page.sortBy === 'last_trace_at' && query.descending) return newestGroups(query, kind, summed, page)
  const rows = await query.runQuery(sortedGroupsQuery(query, kind, summed, page))
  return rows.map((row) => ({ row, value: Number(row.value) }))
}

/**
 * Walks traces, newest first, so that a page does not read all of them. Groups whose newest trace is at the start that the
 * walk has reached may be incomplete, so that only those above it are taken.
 */
async function newestGroups(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  { after, limit }: GroupPage,
): Promise<FoundGroup[]> {
  const seen = new Set<string>()
  const found: FoundGroup[] = []
  let from = after?.value ?? null
  for (;;) {
    const walked = await query.runQuery(
      groupWalkQuery(query, kind, summed, { from, seen: [...seen], limit: tracesAtOnce }),
    )
    const ids = [...new Set(walked.map(({ id }) => id))]
    if (ids.length > 0)
      for (const row of await query.runQuery(groupSumsQuery(query, kind, summed, ids))) {
        seen.add(row.id)
        if (!after || isAfter(row, after)) found.push({ row, value: row.last_at })
      }
    const isWhole = walked.length < tracesAtOnce
    from = walked.at(-1)?.value ?? from
    const complete = isWhole ? found : found.filter(({ value }) => value > from!)
    if (isWhole || complete.length >= limit)
      return complete.sort((a, b) => b.value - a.value || (a.row.id < b.row.id ? 1 : -1)).slice(0, limit)
  }
}

/** In the order by newest trace, then by id, both falling. */
const isAfter = ({ last_at: value, id }: TraceGroupRow, after: GroupPosition): boolean =>
  value < after.value || (value === after.value && id < after.id)

/** Null if counting took too long. */
export async function countGroups(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
): Promise<number | null> {
  try {
    const [row] = await query.store.timedQuery(groupCountQuery(query, kind, summed), countTimeout)
    return Number(row!.total)
  } catch (error) {
    if (error instanceof QueryTooSlowError) return null
    throw error
  }
}
