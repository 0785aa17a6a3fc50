import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import { deleteSpanMedia, insertSpanMedia, lockMedia } from '../bodies/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/index.ts'
import type { RecordDependencies } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { eachSpan } from './each-span.ts'
import { inParts } from './in-parts.ts'
import { deletePending, findPending } from './log-queries.ts'
import { storeNewTraces } from './new-traces.ts'
import { type PreparedSpan, SpanPreparation } from './prepare-span.ts'
import {
  closeOpenTrace,
  enqueueStatements,
  findKnownSpans,
  lockTraces,
  mapKeyOf,
  putSpans,
} from './queries.ts'
import { recordCalls, type SpanRequest } from './record-calls.ts'
import { type KnownSpan, spanChange } from './span-change.ts'
import { prepareWithLogs } from './span-logs.ts'
import { spanRow } from './span-row.ts'
import { summariseTraces } from './summaries/summarise.ts'
import { summariserOf } from './summaries/summariser.ts'

export interface StoreOptions {
  readonly closeAfter: boolean
  /** The treatment of spans of closed traces. */
  readonly onClosed: 'refuse' | 'leave-out'
  /** Which of several spans with the same ids is stored: the latest, as if each came alone, or the first. */
  readonly repeated: 'first' | 'latest'
}

export interface StoredSpan {
  readonly prepared: PreparedSpan
  readonly requestId: number | null
}

export interface Outcome {
  readonly stored: readonly StoredSpan[]
  readonly leftOut: readonly PreparedSpan[]
}

/** Maximum attempts. A further one is needed only if log records of these spans arrived during the last one. */
const maxAttempts = 10

/**
 * Writes spans and their requests in one unit, or in several if their log records make them too large together. A span
 * replaces a stored span with the same ids.
 */
export async function storeSpans(
  context: Context,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
  options: StoreOptions,
): Promise<Outcome> {
  if (spans.length === 0) return { stored: [], leftOut: [] }
  // Prices are read before the transaction, which must not wait for another connection.
  const dependencies: RecordDependencies = { ...context, prices: await context.prices.fixedFor(workspace) }
  const distinct = [...distinctSpans(spans, options.repeated).values()]
  const outcomes = await inParts(distinct, (part) =>
    storePart(context, dependencies, workspace, part, {
      ...options,
      closeAfter: options.closeAfter && part.length === distinct.length,
    }),
  )
  if (options.closeAfter && outcomes.length > 1)
    await context.store.transact((tx) => closeAll(tx, workspace, traceIdsOf(distinct), dependencies.now()))
  const leftOut = new Set(outcomes.flatMap((outcome) => outcome.leftOut.map(({ span }) => span.traceId)))
  return {
    stored: outcomes.flatMap(({ stored }) => stored),
    leftOut: spans.filter(({ span }) => leftOut.has(span.traceId)),
  }
}

const asNew = (prepared: PreparedSpan): StoredSpan => ({
  prepared,
  requestId: prepared.request?.recorded.id ?? null,
})

/** Stores spans. A span with stored log records is prepared again. */
async function storePart(
  context: Context,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  part: readonly PreparedSpan[],
  options: StoreOptions,
): Promise<Outcome> {
  if (!options.closeAfter && (await storeNewTraces(context.store, workspace, part, dependencies.now())))
    return { stored: part.map(asNew), leftOut: [] }
  let spans = part
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const outcome = await context.store.transact((tx) =>
      storeOnce(tx, dependencies, workspace, spans, options),
    )
    if (!('outdated' in outcome)) return outcome
    const outdated = new Set(outcome.outdated)
    const preparation = new SpanPreparation(context, workspace)
    spans = await eachSpan(spans, async (prepared) =>
      outdated.has(prepared) ? prepareWithLogs(context.store, workspace, preparation, prepared) : prepared,
    )
  }
  throw new Refusal('busy', 'Log records of these spans keep arriving; send the call again.')
}

/** Spans that must be prepared again, because their stored state or log records changed meanwhile. */
interface Outdated {
  readonly outdated: readonly PreparedSpan[]
}

async function storeOnce(
  tx: Tx,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
  options: StoreOptions,
): Promise<Outcome | Outdated> {
  const now = dependencies.now()
  const traceIds = traceIdsOf(spans)
  const closed = await lockTraces(tx, workspace, traceIds, now)
  if (closed.size > 0 && options.onClosed === 'refuse') throw closedTraces(closed)
  const outcome = await storeInLockedTraces(
    tx,
    dependencies,
    workspace,
    spans.filter(({ span }) => !closed.has(span.traceId)),
  )
  if ('outdated' in outcome) return outcome
  const open = traceIds.filter((traceId) => !closed.has(traceId))
  if (options.closeAfter) await closeAll(tx, workspace, open, now)
  return { ...outcome, leftOut: spans.filter(({ span }) => closed.has(span.traceId)) }
}

async function closeAll(tx: Tx, workspace: WorkspaceId, traceIds: readonly string[], now: number) {
  for (const traceId of traceIds) await closeOpenTrace(tx, workspace, traceId, randomUUIDv7(), now)
}

const traceIdsOf = (spans: readonly PreparedSpan[]): string[] =>
  [...new Set(spans.map(({ span }) => span.traceId))].sort()

/** The spans by `mapKeyOf`. */
function distinctSpans(
  spans: readonly PreparedSpan[],
  repeated: StoreOptions['repeated'],
): ReadonlyMap<string, PreparedSpan> {
  const distinct = new Map<string, PreparedSpan>()
  for (const prepared of spans) {
    const key = mapKeyOf(prepared.span)
    const before = distinct.get(key)
    if (!before || (repeated === 'latest' && replaces(prepared, before))) distinct.set(key, prepared)
  }
  return distinct
}

const replaces = (prepared: PreparedSpan, { digest, times }: PreparedSpan): boolean =>
  spanChange(arrivedSpan(prepared), {
    digest,
    ended_at: times.endedAt,
  }) === 'changed'

const arrivedSpan = ({ digest, span }: PreparedSpan) => ({ digest, isEnded: span.endedAt !== null })

/** Writes spans whose traces are locked. Their ids are distinct. */
export async function storeInLockedTraces(
  tx: Tx,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
): Promise<{ readonly stored: readonly StoredSpan[] } | Outdated> {
  const keys = spans.map(({ span }) => span)
  const storedSpans = await findKnownSpans(tx, workspace, keys)
  const pending = await findPending(tx, workspace, keys)
  const all = spans.map((prepared): SpanRequest => {
    const before = storedSpans.get(mapKeyOf(prepared.span))
    return { prepared, before, isWritten: isWritten(prepared, before) }
  })
  const outdated = all.filter((each) => isOutdated(each, pending.get(mapKeyOf(each.prepared.span)) ?? []))
  if (outdated.length > 0) return { outdated: outdated.map(({ prepared }) => prepared) }
  await enqueueStatements(tx, mediaLocks(dependencies, workspace, all))
  const requests = await recordCalls(tx, dependencies, workspace, all)
  const rows = await eachSpan(all, async (each, index) =>
    each.isWritten
      ? [spanRow(dependencies.store, workspace, each.prepared, requests[index]!, dependencies.now())]
      : [],
  )
  await putSpans(tx, rows.flat())
  await putMedia(tx, dependencies, workspace, all)
  if (pending.size > 0) await deletePending(tx, workspace, keys)
  const writtenSpans = all.filter(({ isWritten }) => isWritten).map(({ prepared }) => prepared)
  const isDue = await summariseTraces(tx, dependencies.store, workspace, writtenSpans, dependencies.now())
  if (isDue) summariserOf(dependencies.store).wake()
  return {
    stored: all.map(({ prepared }, index) => ({ prepared, requestId: requests[index]!.requestId })),
  }
}

/** Locks the media of written spans and of their requests, with those of their earlier versions. */
function mediaLocks({ store }: RecordDependencies, workspace: WorkspaceId, spans: readonly SpanRequest[]) {
  const writtenSpans = spans.filter((span) => span.isWritten)
  const replaced = writtenSpans.filter(({ before }) => before)
  return lockMedia(store, workspace, {
    hashes: writtenSpans.flatMap(({ prepared: { media, request } }) => [
      ...media.map(({ sha256 }) => sha256),
      ...(request?.recorded.media ?? []),
    ]),
    requests: replaced.flatMap(({ before }) => before!.request_id ?? []),
    spans: replaced.map(({ prepared }) => prepared.span),
  })
}

/** Stores the media of written spans, and deletes those of their earlier versions. */
async function putMedia(
  tx: Tx,
  { store }: RecordDependencies,
  workspace: WorkspaceId,
  spans: readonly SpanRequest[],
): Promise<void> {
  const writtenSpans = spans.filter((span) => span.isWritten)
  const replaced = writtenSpans.filter(({ before }) => before).map(({ prepared }) => prepared.span)
  for (const [traceId, keys] of Map.groupBy(replaced, (span) => span.traceId))
    await deleteSpanMedia(
      tx,
      workspace,
      traceId,
      keys.map(({ spanId }) => spanId),
    )
  for (const { prepared } of writtenSpans)
    if (prepared.media.length > 0)
      await enqueueStatements(tx, insertSpanMedia(store, workspace, prepared.span, prepared.media))
}

function isWritten(prepared: PreparedSpan, before: KnownSpan | undefined): boolean {
  if (prepared.basedOn) return true
  const change = spanChange(arrivedSpan(prepared), before)
  return change === 'new' || change === 'changed'
}

function isOutdated({ prepared, before, isWritten }: SpanRequest, pending: readonly string[]): boolean {
  const { basedOn, logs } = prepared
  if (pending.some((digest) => !logs.has(digest))) return true
  if (basedOn) return before?.digest !== basedOn.digest || before.log_events !== basedOn.logs
  return isWritten && (before?.log_events ?? 0) > logs.size
}

function closedTraces(closed: ReadonlySet<string>): Refusal {
  const traceIds = [...closed].sort()
  return new Refusal('trace_closed', 'A closed trace takes no more spans.', { traceIds })
}
