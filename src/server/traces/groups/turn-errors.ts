import { turnText } from '../../../engine/traces/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { Pace } from '../../pace.ts'
import { documentText, spanOfDocument } from '../document.ts'
import { lastFailedSpans } from './turn-span-queries.ts'

/** For each trace, the message of the failed span that started last. */
export async function turnErrors(
  store: Store,
  workspace: WorkspaceId,
  failed: readonly string[],
): Promise<Map<string, string>> {
  const errors = new Map<string, string>()
  if (failed.length === 0) return errors
  const pace = new Pace()
  for (const { trace_id, document, frame } of await lastFailedSpans(store, workspace, failed)) {
    await pace.pause()
    const error = turnText(spanOfDocument(documentText(document, frame)).statusMessage)
    if (error) errors.set(trace_id, error.text)
  }
  return errors
}
