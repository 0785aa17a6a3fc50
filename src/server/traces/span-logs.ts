import { hash } from 'node:crypto'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { markMasked } from '../../engine/masking/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { maxSpanBytes, type SpanEvent, spanRefused } from '../../engine/traces/index.ts'
import { BodyUnavailableError } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { documentText, type EventDocument, eventDocument, eventOf, spanOfDocument } from './document.ts'
import { pendingEvents, storedSpan } from './log-queries.ts'
import type { MaskedEvent } from './mask-span.ts'
import type { PreparedSpan, SpanPreparation } from './prepare-span.ts'
import type { SpanKey } from './queries.ts'
import { withMedia } from './span-media.ts'

/** A log record in its stored form. If the same record is sent again, it has the same digest. */
export interface StoredEvent {
  readonly event: MaskedEvent
  readonly text: string
  readonly digest: string
}

type StoredEvents = ReadonlyMap<string, StoredEvent>

function writeEvent(event: MaskedEvent): StoredEvent {
  const text = JSON.stringify(eventDocument(event))
  return { event, text, digest: hash('sha256', text, 'base64url') }
}

const byDigest = (events: readonly MaskedEvent[]): StoredEvents =>
  new Map(events.map(writeEvent).map((storedLog) => [storedLog.digest, storedLog]))

/** Adds log records. @throws Refusal `invalid` if they are larger together than a span may be. */
function withAdded(stored: StoredEvents, added: readonly MaskedEvent[]): StoredEvents {
  const all = new Map(stored)
  let size = 0
  for (const { text } of stored.values()) size += text.length
  for (const event of added) {
    const eventJson = writeEvent(event)
    if (all.has(eventJson.digest)) continue
    size += eventJson.text.length
    if (size > maxSpanBytes) throw spanRefused(`has log records of more than ${maxSpanBytes} bytes together`)
    all.set(eventJson.digest, eventJson)
  }
  return all
}

const eventsOf = (stored: StoredEvents): ReadonlyMap<string, MaskedEvent> =>
  new Map(Array.from(stored, ([digest, { event }]) => [digest, event]))

const isLog = ({ source }: SpanEvent): boolean => source === 'log'

/** Reads all log records of a span: those in its document, and those that arrived before the span. */
async function readStored(store: Store, workspace: WorkspaceId, key: SpanKey) {
  const row = await storedSpan(store, workspace, key)
  const pending = await pendingEvents(store.db, workspace, key)
  const span = row && spanOfDocument(await wholeDocument(store, workspace, key, row))
  const attached = span?.events.filter(isLog).map(markMasked) ?? []
  const arrived = pending.map((text) => markMasked(eventOf(parseExact(text) as EventDocument)))
  return { row, span, logs: [...attached, ...arrived] }
}

/**
 * Reads the document with all media, because the span will be written again.
 * @throws Refusal `conflict` if media are lost, `busy` if they cannot be read now.
 */
async function wholeDocument(
  store: Store,
  workspace: WorkspaceId,
  { traceId, spanId }: SpanKey,
  { document, frame }: { readonly document: string; readonly frame: Uint8Array | null },
): Promise<string> {
  const stored = { span_id: spanId, document: documentText(document, frame) }
  try {
    const [whole] = await withMedia(store, workspace, traceId, [stored])
    return whole!.document
  } catch (error) {
    if (!(error instanceof BodyUnavailableError)) throw error
    if (error.kind === 'lost')
      throw new Refusal('conflict', 'is of a span whose media are lost, so that it cannot be written again')
    throw new Refusal('busy', 'The media of a span cannot be read now; send the call again.')
  }
}

/** Prepares a span again, with the log records that are stored for it. */
export async function prepareWithLogs(
  store: Store,
  workspace: WorkspaceId,
  preparation: SpanPreparation,
  { span, log }: PreparedSpan,
): Promise<PreparedSpan> {
  const { logs } = await readStored(store, workspace, span)
  return preparation.prepare(span, log, { events: eventsOf(byDigest(logs)), basedOn: null })
}

type WithLogs =
  /** The span is not stored, so these log records must be stored until it arrives. */
  | { readonly pending: readonly StoredEvent[] }
  /** The stored span with the log records; null if it already has all of them. */
  | { readonly prepared: PreparedSpan | null }

/** Prepares a stored span with further log records. @throws Refusal `invalid` if they are too large together. */
export async function prepareStored(
  store: Store,
  workspace: WorkspaceId,
  preparation: SpanPreparation,
  key: SpanKey,
  added: readonly MaskedEvent[],
): Promise<WithLogs> {
  const { row, span, logs } = await readStored(store, workspace, key)
  const all = withAdded(byDigest(logs), added)
  if (!row || !span) return { pending: [...all.values()] }
  if (all.size === row.log_events) return { prepared: null }
  const spanWithoutLogs = { ...span, events: span.events.filter((event) => !isLog(event)) }
  const basedOn = { digest: row.digest, logs: row.log_events }
  const prepared = await preparation.prepare(spanWithoutLogs, null, { events: eventsOf(all), basedOn })
  // A request that was logged explicitly is not recorded from the span.
  return { prepared: row.call === null ? { ...prepared, request: null, call: null } : prepared }
}
