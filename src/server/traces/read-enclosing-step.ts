import { Refusal } from '../../engine/refusal.ts'
import { promptOfStep } from '../../engine/traces/index.ts'
import { findTraceOfRequest, type Store } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { findRequest } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { spanOfDocument } from './document.ts'
import { readSpans } from './page-queries.ts'
import { withAvailableMedia } from './span-media.ts'

/** Steps that are read around a call; cycles end there too. */
const maxSteps = 20

export const readEnclosingStep: Handler<'readEnclosingStep'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  const request = await findRequest(store.db, workspace, params.request_id)
  if (!request) throw new Refusal('not_found', 'There is no such request.')
  const traceId = request.span_id && (await findTraceOfRequest(store.db, workspace, request.id))
  const step = traceId ? await stepWithPrompt(store, workspace, traceId, request.span_id!) : null
  return { success: true as const, step }
}

async function stepWithPrompt(store: Store, workspace: WorkspaceId, traceId: string, spanId: string) {
  let parentId: string | null = spanId
  for (let depth = 0; parentId !== null && depth <= maxSteps; depth++) {
    const stored = await readSpans(store, workspace, traceId, [parentId])
    const [row] = await withAvailableMedia(store, workspace, traceId, stored)
    if (!row) return null
    const span = spanOfDocument(row.document)
    const prompt = depth === 0 ? null : promptOfStep(span)
    if (prompt) return { trace_id: traceId, span_id: span.spanId, name: span.name, prompt_template: prompt }
    parentId = span.parentSpanId
  }
  return null
}
