import { sql } from 'kysely'
import { countRows, type Database, type Store, traceOfRequest } from '../db/index.ts'
import { countedPrice } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { documentText } from './document.ts'
import { frameOf } from './queries.ts'

/** The position of a span; a page starts after it. */
export interface SpanPosition {
  readonly startedAt: number
  readonly spanId: string
}

interface SpanSize {
  readonly span_id: string
  readonly started_at: number
  readonly size: number
}

/** The next spans of a trace with their sizes. Only an index is read. */
export async function measureSpans(
  { db }: Store,
  workspace: WorkspaceId,
  traceId: string,
  after: SpanPosition | null,
  limit: number,
): Promise<SpanSize[]> {
  return spansAfter(db, workspace, traceId, after)
    .select(['span_id', 'started_at', 'size'])
    .limit(limit)
    .execute()
}

/** The next spans of a trace without their documents, with figures of their requests. */
export async function outlineSpans(
  { scan }: Store,
  workspace: WorkspaceId,
  traceId: string,
  after: SpanPosition | null,
  limit: number,
) {
  const spans = spansAfter(scan, workspace, traceId, after)
    .select(['span_id', 'parent_span_id', 'name', 'kind', 'status', 'started_at', 'ended_at'])
    .select(['type', 'tool_name'])
    .select(requestOrTracked)
    .limit(limit)
    .as('s')
  return scan
    .selectFrom(spans)
    .leftJoin('requests as r', (join) =>
      join.on('r.workspace_id', '=', workspace).onRef('r.id', '=', 's.request_id'),
    )
    .selectAll('s')
    .select(['r.model', 'r.input_tokens', 'r.output_tokens', 'r.time_to_first_token_ms', 'r.attempts'])
    .select(
      sql<number | null>`case when r.price_source in ('given', 'computed') then ${countedPrice} end`.as(
        'cost',
      ),
    )
    .orderBy('s.started_at')
    .orderBy('s.span_id')
    .execute()
}

const spansAfter = (db: Database, workspace: WorkspaceId, traceId: string, after: SpanPosition | null) =>
  db
    .selectFrom('spans')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .$if(after !== null, (query) =>
      query
        .where('started_at', '>=', after!.startedAt)
        .where((eb) => eb.or([eb('started_at', '>', after!.startedAt), eb('span_id', '>', after!.spanId)])),
    )
    .orderBy('started_at')
    .orderBy('span_id')

/**
 * The request that was recorded from a span, or that the span shares. The shared id is read from an index, because on
 * SQLite the column comes after the large document.
 */
const reported = sql<number | null>`coalesce(request_id, (select sharing.shared_request_id from spans sharing
  where sharing.workspace_id = spans.workspace_id and sharing.trace_id = spans.trace_id
    and sharing.span_id = spans.span_id and sharing.shared_request_id is not null))`
const requestOf = reported.as('request_id')

/**
 * Also the first request that names the span (`span_id` of /track-request). Without the sum, SQLite reads the requests of
 * the workspace in the order of their ids.
 */
const requestOrTracked = sql<number | null>`coalesce(${reported}, (select named.id from requests named
  where named.workspace_id = spans.workspace_id and named.span_id = spans.span_id
    and ${traceOfRequest('named')} = spans.trace_id order by named.id + 0 limit 1))`.as('request_id')

export const countSpans = ({ scan }: Store, workspace: WorkspaceId, traceId: string) =>
  countRows(scan.selectFrom('spans').where('workspace_id', '=', workspace).where('trace_id', '=', traceId))

export async function readSpans(
  { scan, dialect }: Store,
  workspace: WorkspaceId,
  traceId: string,
  spanIds: readonly string[],
) {
  const rows = await scan
    .selectFrom('spans')
    .select(['span_id', 'document', frameOf(dialect).as('frame')])
    .select(requestOf)
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('span_id', 'in', spanIds)
    .execute()
  return rows.map(({ frame, ...row }) => ({ ...row, document: documentText(row.document, frame) }))
}
