import { planRequests } from '../../engine/traces/index.ts'
import { insertSpanMedia } from '../bodies/index.ts'
import type { CompiledQuery, Store } from '../db/index.ts'
import { framedPayloads } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { insertNewTraces, insertSpan } from './new-trace-queries.ts'
import type { PreparedSpan } from './prepare-span.ts'
import { arrivedCall } from './record-calls.ts'
import { spanRow } from './span-row.ts'
import { newSummaries } from './summaries/summarise.ts'
import { summariserOf } from './summaries/summariser.ts'

/** Maximum spans, because packing a larger unit for the writer thread would block the event loop. */
const maxSpans = 1_000

/**
 * Stores spans of new traces in one unit of SQLite, with their requests and the summaries of the traces, because in a
 * transaction each statement is a message to the writer thread. Writes nothing and returns false if a trace exists, or
 * if stored log records, requests or spans may belong to the same calls.
 */
export async function storeNewTraces(
  store: Store,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
  now: number,
): Promise<boolean> {
  if (store.dialect !== 'sqlite' || spans.length > maxSpans) return false
  const calls = spans.flatMap((prepared) =>
    prepared.call && prepared.request ? [arrivedCall(prepared, undefined)] : [],
  )
  // Two spans that report the same call share a request.
  const plan = planRequests(calls, [])
  if (plan.calls.some(({ write, isHolder }) => write !== 'insert' || !isHolder)) return false
  const recorded = spans.flatMap(({ request }) => request?.recorded ?? [])
  const statements = spans.flatMap((prepared) => statementsOf(store, workspace, prepared, now))
  const summaries = newSummaries(store, workspace, spans, now)
  const isStored = await store.appendIf(
    insertNewTraces(
      workspace,
      spans.map(({ span }) => span),
      calls,
      now,
    ),
    [...statements, ...(await framedPayloads(recorded)), ...summaries.statements],
  )
  if (isStored && summaries.isDue) summariserOf(store).wake()
  return isStored
}

function statementsOf(
  store: Store,
  workspace: WorkspaceId,
  prepared: PreparedSpan,
  now: number,
): CompiledQuery[] {
  const recorded = prepared.request?.recorded
  const request = { requestId: recorded?.id ?? null, isHolder: true, isWritten: recorded !== undefined }
  return [
    ...(recorded?.statements ?? []),
    insertSpan(spanRow(store, workspace, prepared, request, now)),
    ...insertSpanMedia(store, workspace, prepared.span, prepared.media),
  ]
}
