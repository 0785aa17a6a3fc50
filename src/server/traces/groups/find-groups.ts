import type { TraceGroupSort } from '../../../engine/analytics/traces/index.ts'
import { nullIfSlow } from '../../db/index.ts'
import { chooseTraceDriver } from '../list/choose-driver-queries.ts'
import { newestWithWords } from '../list/find-traces.ts'
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

/** Traces that one step of the walk reads. */
const tracesPerPage = 500
/** Maximum groups that a step leaves out because the walk has found them: a statement has a limited number of parameters. */
const maxSkippedGroups = 1_000
/** Milliseconds for a total; a page does not wait longer for it. */
const countTimeout = { sqlite: 100, postgres: 100, clickhouse: 1_000 } as const

export interface GroupPage {
  readonly sortBy: TraceGroupSort | 'score'
  readonly after: GroupPosition | null
  readonly limit: number
}

export interface FoundGroup {
  readonly row: TraceGroupRow
  readonly value: number
}

/** The traces whose groups are summed; null if there are none. */
export async function summedTraces(query: TraceQuery): Promise<SummedTraces | null> {
  if (!query.words) return { driver: await chooseTraceDriver(query) }
  const { ids } = await newestWithWords(query)
  return ids.length > 0 ? { traceIds: ids } : null
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
 * Walks traces, newest first, so that a page does not read all of them. A group is found at its newest trace, unless an
 * earlier page has the group.
 */
async function newestGroups(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  { after, limit }: GroupPage,
): Promise<FoundGroup[]> {
  const groupIds = new Set<string>()
  const groups: FoundGroup[] = []
  let position = after
  for (;;) {
    const skipped = [...groupIds].slice(-maxSkippedGroups)
    const walked = await query.runQuery(
      groupWalkQuery(query, kind, summed, { after: position, skipped, limit: tracesPerPage }),
    )
    const latestStarts = new Map<string, number>()
    for (const { id, value } of walked)
      if (!groupIds.has(id) && !latestStarts.has(id)) latestStarts.set(id, value)
    // Sums of a group read all its traces, so no more groups are summed than the page lacks, unless earlier pages have some.
    const unsummed = [...latestStarts]
    for (let size = limit - groups.length; unsummed.length > 0 && groups.length < limit; size *= 2)
      groups.push(
        ...(await newGroups(query, kind, summed, { starts: new Map(unsummed.splice(0, size)), after })),
      )
    if (walked.length < tracesPerPage || groups.length >= limit) return groups.slice(0, limit)
    for (const id of latestStarts.keys()) groupIds.add(id)
    position = walked.at(-1)!
  }
}

/** The groups in the order of the walk, without those of earlier pages. */
async function newGroups(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  { starts, after }: { readonly starts: ReadonlyMap<string, number>; readonly after: GroupPosition | null },
): Promise<FoundGroup[]> {
  const traceIds = 'traceIds' in summed ? summed.traceIds : null
  const rows = await query.runQuery(groupSumsQuery(query, kind, [...starts.keys()], traceIds))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return [...starts].flatMap(([id, value]) => {
    const row = rowOf.get(id)
    return row && (!after || row.last_at === value) ? [{ row, value }] : []
  })
}

/** Counts groups; null if that took too long. */
export async function countGroups(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
): Promise<number | null> {
  return nullIfSlow(async () => {
    const timeout = Math.min(countTimeout[query.store.dialect], query.limit())
    const [row] = await query.store.timedQuery(groupCountQuery(query, kind, summed), timeout)
    return Number(row!.total)
  })
}
