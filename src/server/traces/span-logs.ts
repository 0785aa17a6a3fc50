import { hash } from 'node:crypto'
import type { SpanEvent } from '../../engine/traces/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type EventDocument, eventDocument, eventOf, spanOfDocument } from './document.ts'
import { storedSpan, waitingEvents } from './log-queries.ts'
import type { PreparedSpan, SpanPreparation } from './prepare-span.ts'
import type { SpanKey } from './queries.ts'

/** A log record as it is stored: one that is sent again has the same digest. */
export function writeEvent(event: SpanEvent): { text: string; digest: string } {
  const text = JSON.stringify(eventDocument(event))
  return { text, digest: hash('sha256', text, 'base64url') }
}

const byDigest = (events: readonly SpanEvent[]): Map<string, SpanEvent> =>
  new Map(events.map((event) => [writeEvent(event).digest, event]))

const isLog = ({ source }: SpanEvent): boolean => source === 'log'

/** The log records that are stored for a span: those in its document, and those that waited for it. */
async function storedLogs({ db }: Store, workspace: WorkspaceId, key: SpanKey) {
  const row = await storedSpan(db, workspace, key)
  const waiting = await waitingEvents(db, workspace, key)
  const span = row && spanOfDocument(row.document)
  const own = span?.events.filter(isLog) ?? []
  const waited = waiting.map((text) => eventOf(JSON.parse(text) as EventDocument))
  return { row, span, events: byDigest([...own, ...waited]) }
}

/** The span as it was sent, with the log records that are there for it. */
export async function prepareWithLogs(
  store: Store,
  workspace: WorkspaceId,
  preparation: SpanPreparation,
  { span, log }: PreparedSpan,
): Promise<PreparedSpan> {
  const { events } = await storedLogs(store, workspace, span)
  return preparation.prepare(span, log, { events, stored: null })
}

/**
 * A stored span with more log records. Null when it is not there; `known` when it has all of them.
 * @throws Refusal when it would be larger than any span may be.
 */
export async function prepareStored(
  store: Store,
  workspace: WorkspaceId,
  preparation: SpanPreparation,
  key: SpanKey,
  added: readonly SpanEvent[],
): Promise<PreparedSpan | 'known' | null> {
  const { row, span, events } = await storedLogs(store, workspace, key)
  if (!row || !span) return null
  const all = new Map([...events, ...byDigest(added)])
  if (all.size === row.log_events) return 'known'
  const sent = { ...span, events: span.events.filter((event) => !isLog(event)) }
  const prepared = await preparation.prepare(sent, null, {
    events: all,
    stored: { digest: row.digest, logs: row.log_events },
  })
  // What was logged outright inside the span stays its request.
  return row.call === null ? { ...prepared, request: null, call: null } : prepared
}
