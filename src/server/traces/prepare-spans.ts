import type { Span } from '../../engine/traces/index.ts'
import type { Context } from '../context.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { eachStorable } from './each-storable.ts'
import { maskSpan } from './mask-span.ts'
import type { ReceivedItems } from './otlp/received-items.ts'
import { type PreparedSpan, SpanPreparation } from './prepare-span.ts'

/**
 * Masks and prepares the spans of one export. A span that cannot be stored counts as rejected. A span whose masking takes
 * too long is stored without its content, because exporters would repeat and finally drop the whole call (record 347).
 */
export async function prepareSpans(
  context: Context,
  workspace: WorkspaceId,
  received: ReceivedItems<unknown>,
  spans: readonly Span[],
): Promise<PreparedSpan[]> {
  const onTooLarge = () =>
    received.warn('The content of a span was left out, because masking it took too long')
  const preparation = new SpanPreparation(context, workspace)
  const masked = await eachStorable(received, spans, async (span) =>
    preparation.readRoot(await maskSpan(context, workspace, span, { onTooLarge })),
  )
  return eachStorable(received, masked, (span) => preparation.prepare(span, null))
}
