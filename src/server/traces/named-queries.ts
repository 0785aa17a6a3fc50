import { sql } from 'kysely'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { Pace } from '../pace.ts'
import { documentText } from './document.ts'
import { frameOf } from './queries.ts'

export interface SpanTexts {
  readonly trace_id: string
  readonly span_id: string
  readonly texts: readonly string[]
}

/** Everything that callers wrote into spans, from one span on. */
export async function readSpanTexts(
  store: Store,
  workspace: WorkspaceId,
  after: Pick<SpanTexts, 'trace_id' | 'span_id'> | null,
  limit: number,
): Promise<SpanTexts[]> {
  const rows = await store.scan
    .selectFrom('spans')
    .select(['trace_id', 'span_id', 'name', 'tool_name', 'response_id', 'call', 'document'])
    .select(frameOf(store.dialect).as('frame'))
    .where('workspace_id', '=', workspace)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(trace_id, span_id) > (${after!.trace_id}, ${after!.span_id})`),
    )
    .orderBy('trace_id')
    .orderBy('span_id')
    .limit(limit)
    .execute()
  const found: SpanTexts[] = []
  const pace = new Pace()
  for (const { trace_id, span_id, document, frame, ...columns } of rows) {
    const texts = [trace_id, span_id, ...Object.values(columns)].filter((value) => value !== null)
    found.push({ trace_id, span_id, texts: [...texts, documentText(document, frame)] })
    await pace.pause()
  }
  return found
}
