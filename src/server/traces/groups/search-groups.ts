import type { TraceGroupSort } from '../../../engine/analytics/traces/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { facetText, sortScoreOf } from '../../../engine/search/index.ts'
import type { Context } from '../../context.ts'
import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { cursorParts, cursorText, refusingTimeout, wrongCursor } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { queryTraceRows } from '../list/query-trace-rows.ts'
import { positionOf } from '../list/trace-cursor.ts'
import { type TraceQuery, traceQuery } from '../list/trace-query.ts'
import { previewsOf } from '../previews.ts'
import { newestScoresOfSessions } from '../scores/queries.ts'
import { presentScore } from '../scores/scores.ts'
import { summariserOf } from '../summaries/summariser.ts'
import { countGroups, findGroups, summedTraces } from './find-groups.ts'
import {
  endTracesQuery,
  type GroupPosition,
  groupSumsQuery,
  type TraceGroupKind,
  type TraceGroupRow,
} from './group-queries.ts'
import { sumScores } from './sum-scores.ts'

const defaultPageSize = 25

export const searchTraceSessions: Handler<'searchTraceSessions'> = async (context, { caller, body }) => {
  const { workspace } = caller
  const { rows, ...page } = await searchGroups(context, workspace, 'session', body)
  const sessions = await presentSessions(context, workspace, rows)
  const items = body.include_previews ? await withPreviews(context, workspace, sessions) : sessions
  return { success: true as const, items, ...page }
}

export const searchTraceUsers: Handler<'searchTraceUsers'> = async (context, { caller, body }) => {
  const { rows, ...page } = await searchGroups(context, caller.workspace, 'user', body)
  return { success: true as const, items: rows.map(presentUser), ...page }
}

export const readTraceSession: Handler<'readTraceSession'> = async (context, { caller, params }) => {
  const session = await readGroup(context, caller.workspace, 'session', params.session_id)
  if (!session) throw new Refusal('not_found', 'There is no such session.')
  const [presented] = await presentSessions(context, caller.workspace, [session.row])
  return { success: true as const, session: presented!, ...session.scores }
}

export const readTraceUser: Handler<'readTraceUser'> = async (context, { caller, params }) => {
  const user = await readGroup(context, caller.workspace, 'user', params.user_id)
  if (!user) throw new Refusal('not_found', 'There is no such user.')
  return { success: true as const, user: presentUser(user.row), ...user.scores }
}

interface GroupSearch {
  readonly filter_group?: unknown
  readonly q?: string | null | undefined
  readonly sort_by?: TraceGroupSort | 'score' | null | undefined
  readonly sort_score_name?: string | null | undefined
  readonly sort_order?: 'asc' | 'desc' | null | undefined
  readonly per_page?: number | null | undefined
  readonly cursor?: string | null | undefined
}

async function searchGroups(
  { store, now }: Context,
  workspace: WorkspaceId,
  kind: TraceGroupKind,
  { filter_group, q, sort_by, sort_score_name, sort_order, per_page, cursor }: GroupSearch,
) {
  const query = traceQuery(store, workspace, { filter_group, q, sort_order }, { now: now() })
  summariserOf(store).wake()
  const sortBy = sort_by ?? 'last_trace_at'
  const scored = sortScoreOf({ sort_by, sort_score_name }) ?? undefined
  const order: readonly unknown[] = [kind, scored ? `${sortBy} ${scored.name}` : sortBy, query.descending]
  const from = cursor == null ? null : readCursor(cursor, order)
  const after = from?.position ?? null
  const limit = per_page ?? defaultPageSize
  const search = async (searchQuery: TraceQuery) => {
    const traces = await summedTraces(searchQuery)
    if (!traces) return { rows: [], total: 0, next_cursor: null }
    const summed = { ...traces, scored }
    // One row more than the page has shows whether there is a next page.
    const groups = await findGroups(searchQuery, kind, summed, { sortBy, after, limit: limit + 1 })
    const last = groups.length > limit ? groups[limit - 1] : undefined
    const total = from ? from.total : await countGroups(searchQuery, kind, summed)
    return {
      rows: groups.slice(0, limit).map(({ row }) => row),
      total,
      next_cursor: last ? cursorText([...order, last.value, last.row.id, total]) : null,
    }
  }
  // The newest groups are found along an index of the database; ClickHouse would read all traces for them, and has no
  // scores.
  const isNewestFirst = sortBy === 'last_trace_at' && query.descending
  return refusingTimeout(() => (isNewestFirst || scored ? search(query) : queryTraceRows(query, search)))
}

interface GroupCursor {
  readonly position: GroupPosition
  /** The total that the first page has counted. */
  readonly total: number | null
}

function readCursor(cursor: string, order: readonly unknown[]): GroupCursor {
  const parts = cursorParts(cursor)
  if (order.some((part, index) => parts[index] !== part)) throw wrongCursor('is of a search in another order')
  const total = parts[order.length + 2] ?? null
  if (total !== null && !(Number.isSafeInteger(total) && (total as number) >= 0)) throw wrongCursor()
  return { position: positionOf(parts.slice(order.length)), total: total as number | null }
}

/** The sums over all traces of a group, and over their scores; null if there are no traces. */
async function readGroup({ store, now }: Context, workspace: WorkspaceId, kind: TraceGroupKind, id: string) {
  const query = traceQuery(store, workspace, {}, { now: now() })
  const sums = groupSumsQuery(query, kind, [facetText(id)], null)
  return refusingTimeout(async () => {
    const [row] = await query.runQuery(sums)
    return row ? { row, scores: await sumScores(query, kind, id, Number(row.traces)) } : null
  })
}

async function presentSessions({ store }: Context, workspace: WorkspaceId, rows: readonly TraceGroupRow[]) {
  const scores = await newestScoresOfSessions(
    store.scan,
    workspace,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    session_id: row.id,
    user_id: row.user_id,
    ...presentTotals(row),
    newest_scores: (scores.get(row.id) ?? []).map(presentScore),
  }))
}

async function withPreviews<Session extends { readonly session_id: string; readonly error_count: number }>(
  { store }: Context,
  workspace: WorkspaceId,
  sessions: readonly Session[],
) {
  if (sessions.length === 0) return []
  const ids = sessions.map(({ session_id }) => session_id)
  const { rows } = await store.scan.executeQuery(endTracesQuery({ store, workspace }, ids))
  const endsBySession = new Map(rows.map((row) => [row.session_id, row]))
  const listed = sessions.flatMap((session) => {
    const traces = endsBySession.get(session.session_id)
    return traces?.first ? [{ session, first: traces.first, last: traces.last }] : []
  })
  const previews = await previewsOf(
    store,
    workspace,
    listed.map(({ session, first, last }) => ({ first, last, hasErrors: session.error_count > 0 })),
  )
  return listed.map(({ session }, index) => ({ ...session, previews: previews[index]! }))
}

const presentUser = (row: TraceGroupRow) => ({
  user_id: row.id,
  session_count: Number(row.sessions),
  ...presentTotals(row),
})

const presentTotals = (row: TraceGroupRow) => ({
  first_trace_at: isoTime(row.first_at),
  last_trace_at: isoTime(row.last_at),
  trace_count: Number(row.traces),
  error_count: Number(row.errors),
  duration_ms: Number(row.duration),
  request_count: Number(row.requests),
  cost: row.cost,
  cost_is_whole: Number(row.unpriced) === 0,
  unpriced_requests: Number(row.unpriced),
  input_tokens: Number(row.input_tokens),
  output_tokens: Number(row.output_tokens),
})
