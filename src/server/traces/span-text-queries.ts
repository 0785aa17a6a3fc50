import { sql } from 'kysely'
import { countWithin, payloadBytes, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { documentText } from './document.ts'
import { frameOf } from './queries.ts'

export interface SpanTexts {
  readonly trace_id: string
  readonly span_id: string
  readonly texts: Iterable<string>
}

/** Reads the texts that callers wrote into spans, for spans after a key. */
export async function readSpanTexts(
  store: Store,
  workspace: WorkspaceId,
  after: Pick<SpanTexts, 'trace_id' | 'span_id'> | null,
  limit: number,
): Promise<{ readonly spans: readonly SpanTexts[]; readonly isLast: boolean }> {
  const pageQuery = store.scan
    .selectFrom('spans')
    .select(['trace_id', 'span_id'])
    .where('workspace_id', '=', workspace)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(trace_id, span_id) > (${after!.trace_id}, ${after!.span_id})`),
    )
    .orderBy('trace_id')
    .orderBy('span_id')
  const sizes = await pageQuery.select(sizeOfSpan(store.dialect).as('size')).limit(limit).execute()
  const count = countWithin(sizes.map(({ size }) => Number(size)))
  const last = sizes[count - 1]
  if (!last) return { spans: [], isLast: true }
  const rows = await pageQuery
    .select(['name', 'tool_name', 'response_id', 'call', 'document'])
    .select(frameOf(store.dialect).as('frame'))
    .where(sql<boolean>`(trace_id, span_id) <= (${last.trace_id}, ${last.span_id})`)
    .execute()
  function* textsOf({ document, frame, ...columns }: (typeof rows)[number]) {
    yield* Object.values(columns).filter((value) => value !== null)
    yield documentText(document, frame)
  }
  return {
    spans: rows.map((row) => ({ trace_id: row.trace_id, span_id: row.span_id, texts: textsOf(row) })),
    isLast: count === sizes.length && count < limit,
  }
}

/** Stored bytes of a span. */
const sizeOfSpan = (dialect: Store['dialect']) =>
  dialect === 'postgres'
    ? sql<number>`octet_length(document)`
    : sql<number>`octet_length(document) + coalesce(octet_length(packed), (select ${sql.raw(payloadBytes)}
        from request_payloads p where p.workspace_id = spans.workspace_id and p.request_id = spans.request_id), 0)`
