import { BodyUnavailableError, mediaOfSpans, putBackMedia, referencePrefix } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface DocumentRow {
  readonly span_id: string
  readonly document: string
}

/** Spans of a trace with the base64 of their media, as they were sent. @throws BodyUnavailableError */
export async function withMedia<S extends DocumentRow>(
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
  spans: readonly S[],
): Promise<S[]> {
  const referring = spans.filter(({ document }) => document.includes(referencePrefix))
  if (referring.length === 0) return [...spans]
  const hashes = await mediaOfSpans(
    store,
    workspace,
    traceId,
    referring.map(({ span_id }) => span_id),
  )
  const spansWithMedia: S[] = []
  for (const span of spans) {
    const spanHashes = hashes.get(span.span_id)
    const document =
      spanHashes && (await putBackMedia(store, workspace, Buffer.from(span.document), spanHashes))
    spansWithMedia.push(document ? { ...span, document: document.toString() } : span)
  }
  return spansWithMedia
}

/** As `withMedia`, but documents keep their references if object storage does not answer. */
export async function withAvailableMedia<S extends DocumentRow>(
  ...[store, workspace, traceId, spans]: Parameters<typeof withMedia<S>>
): Promise<S[]> {
  try {
    return await withMedia(store, workspace, traceId, spans)
  } catch (error) {
    if (error instanceof BodyUnavailableError) return [...spans]
    throw error
  }
}
