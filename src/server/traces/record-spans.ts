import type { Span } from '../../engine/traces/index.ts'
import type { Context } from '../context.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { eachSpan } from './each-span.ts'
import { maskSpan } from './mask-span.ts'
import { SpanPreparation } from './prepare-span.ts'
import { storeSpans } from './store-spans.ts'

/** Stores spans of Galley's own work. Spans of a closed trace are dropped. */
export async function recordSpans(
  context: Context,
  workspace: WorkspaceId,
  spans: readonly Span[],
): Promise<void> {
  const preparation = new SpanPreparation(context, workspace)
  const masked = await eachSpan(spans, async (span) =>
    preparation.readRoot(await maskSpan(context, workspace, span)),
  )
  const prepared = await eachSpan(masked, (span) => preparation.prepare(span, null))
  await storeSpans(context, workspace, prepared, {
    closeAfter: false,
    onClosed: 'leave-out',
    repeated: 'latest',
  })
}
