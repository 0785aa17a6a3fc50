import { type CompiledQuery, sql } from 'kysely'
import { userPromptName } from '../../engine/traces/index.ts'
import type { Store } from '../db/index.ts'
import type { Sql } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { requestOfSpan } from './analytics/value-queries.ts'
import type { TraceQuery } from './list/trace-query.ts'
import { frameOf } from './queries.ts'

export interface SpanDocumentRow {
  readonly trace_id: string
  readonly document: string
  readonly frame: Uint8Array | null
}

/** Maximum bytes of a span that is read for a page of turns. */
const maxReadBytes = 256 * 1024

/** One span of each trace: the first `candidate` in the order, if it is small and passes `required`. */
const spanOfEachTrace =
  (
    order: Sql<unknown>,
    { candidates = sql`1 = 1`, required = sql`1 = 1` }: Partial<Record<'candidates' | 'required', Sql>>,
  ) =>
  async (
    { scan, dialect }: Store,
    workspace: WorkspaceId,
    traceIds: readonly string[],
  ): Promise<readonly SpanDocumentRow[]> => {
    if (traceIds.length === 0) return []
    const { rows } =
      await sql<SpanDocumentRow>`select spans.trace_id, spans.document, ${frameOf(dialect)} as frame
      from traces t join spans on spans.workspace_id = t.workspace_id and spans.trace_id = t.trace_id
        and spans.span_id = (select candidate.span_id from spans candidate where candidate.workspace_id = t.workspace_id
          and candidate.trace_id = t.trace_id and ${candidates} order by ${order} limit 1)
      where t.workspace_id = ${workspace} and t.trace_id in (${sql.join(traceIds)})
        and spans.size <= ${sql.lit(maxReadBytes)} and ${required}`.execute(scan)
    return rows
  }

const earliest = sql`candidate.started_at, candidate.span_id`

/** The first span of each trace, if it is a root. */
export const firstRoots = spanOfEachTrace(earliest, { required: sql`spans.parent_span_id is null` })

/** The first prompt of each trace, for agents that log prompts separately from their calls. */
export const firstPrompts = spanOfEachTrace(earliest, { candidates: sql`candidate.name = ${userPromptName}` })

/** The first agent of each trace, for frameworks that leave the messages of failed calls out. */
export const firstAgents = spanOfEachTrace(earliest, { candidates: sql`candidate.type = 'agent'` })

/** The failed span of each trace that started last. It is the call or tool that failed first, and not a span around it. */
export const lastFailedSpans = spanOfEachTrace(sql`candidate.started_at desc, candidate.span_id`, {
  candidates: sql`candidate.status = 'ERROR'`,
})

/** The first and the last request of each trace. `coalesce` keeps SQLite from joining requests first. */
export function endRequestsQuery(
  { store }: Pick<TraceQuery, 'store'>,
  workspace: WorkspaceId,
  traceIds: readonly string[],
): CompiledQuery<{ trace_id: string; first: number | null; last: number | null }> {
  const end = (direction: Sql<unknown>) => sql`(select r.id from spans s ${requestOfSpan(workspace)}
    where s.workspace_id = ${workspace} and s.trace_id = t.trace_id and coalesce(r.id, 0) > 0
    order by s.started_at ${direction}, s.span_id ${direction} limit 1)`
  return sql<{ trace_id: string; first: number | null; last: number | null }>`select t.trace_id,
      ${end(sql`asc`)} as first, ${end(sql`desc`)} as last from traces t
    where t.workspace_id = ${workspace} and t.trace_id in (${sql.join(traceIds)}) and t.request_count > 0`.compile(
    store.db,
  )
}
