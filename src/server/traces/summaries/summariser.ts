import { setTimeout as sleep } from 'node:timers/promises'
import {
  mergeStated,
  nothingStated,
  readSpan,
  type StatedIdentity,
  statedBy,
  TraceTally,
} from '../../../engine/traces/index.ts'
import { chunksOf, type Store } from '../../db/index.ts'
import { reportError } from '../../log.ts'
import { inheritMetadata } from '../../requests/index.ts'
import { asServer } from '../../started-by.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { spanOfDocument } from '../document.ts'
import { countFitting } from '../page.ts'
import { measureSpans, readSpans, type SpanPosition } from '../page-queries.ts'
import { type DueTrace, dueTraces, lockDue, removeMark } from './due-queries.ts'
import { saveSummaries } from './summarise.ts'
import { loadSpans, requestOf, spanOf } from './summary-queries.ts'

/** Milliseconds between two batches. After a long batch the pause is four times as long as the batch. */
const interval = 100
/** Milliseconds between two polls for marks that other processes set. */
const idleInterval = 2_000
/** Traces of one batch: those marked last, which people may be viewing, and some of those marked first. */
const newestPerRound = 15
const oldestPerRound = 5
/** Traces that are summed up at the same time, because most of the time is spent waiting for the database. */
const concurrentTraces = 4
/** Milliseconds after which a trace that could not be summed up is tried again. */
const retryAfter = 600_000
/** Maximum failed traces that are remembered. Batches read this many rows more. */
const maxFailed = 200
const spansPerPage = 1_000
/** Spans of an older trace that are read for its session, user and metadata; usually all spans have them. */
const identitySpans = 200
/** Requests that one transaction gives the user and session of their trace. */
const heirsPerBatch = 50

/**
 * Sums up marked traces: those with very many spans, with changed requests, or of earlier versions, and those whose
 * requests lack the user or session that the trace states.
 */
class Summariser {
  readonly #store: Store
  readonly #failed = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(store: Store) {
    this.#store = store
  }

  /** Call this after a trace was marked. */
  wake(delay = interval): void {
    this.#timer ??= asServer(() => setTimeout(() => void this.#tick(), delay)).unref()
  }

  async #tick() {
    const began = performance.now()
    let summarised = 0
    try {
      summarised = await summariseDue(this.#store, this.#failed)
    } catch {
      // The server is stopping or storage is unreachable. The marks stay.
    }
    this.#timer = null
    if (summarised > 0) this.wake(Math.max(interval, 4 * (performance.now() - began)))
  }
}

const summarisers = new WeakMap<Store, Summariser>()

export function summariserOf(store: Store): Summariser {
  const existing = summarisers.get(store)
  if (existing) return existing
  const summariser = new Summariser(store)
  summarisers.set(store, summariser)
  return summariser
}

/** Sums up marked traces until the signal aborts. Marks stay if the process stops. */
export async function summariseTraces(store: Store, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    summariserOf(store).wake()
    await sleep(idleInterval, undefined, { signal }).catch(() => {})
  }
}

/**
 * Sums up some marked traces. Returns the number of marks that are done or postponed. `failed` has the marks that are
 * postponed, each with the time of the next attempt.
 */
async function summariseDue(store: Store, failed: Map<string, number>): Promise<number> {
  const now = performance.now()
  for (const [mark, retryAt] of failed) if (retryAt <= now) failed.delete(mark)
  const due = new Map<string, DueTrace>()
  for (const [order, limit] of [
    ['desc', newestPerRound],
    ['asc', oldestPerRound],
  ] as const) {
    const marked = await dueTraces(store.db, order, limit + failed.size)
    const tracesToTry = marked.filter((trace) => !failed.has(markOf(trace)))
    for (const trace of tracesToTry.slice(0, limit)) due.set(markOf(trace), trace)
  }
  let attemptCount = 0
  const attempt = async ([mark, trace]: [string, DueTrace]) => {
    try {
      await summariseOne(store, trace)
    } catch (error) {
      if (store.isUnavailable(error)) throw error
      // A trace that fails must not delay others. Its mark stays.
      reportError(new Error(`Trace ${trace.trace_id} could not be summed up.`, { cause: error }))
      if (failed.size >= maxFailed) return
      failed.set(mark, performance.now() + retryAfter)
    }
    attemptCount++
  }
  for (const traces of chunksOf([...due], concurrentTraces)) await Promise.all(traces.map(attempt))
  return attemptCount
}

const markOf = ({ workspace_id, trace_id, due_at }: DueTrace): string =>
  `${workspace_id} ${trace_id} ${due_at}`

async function summariseOne(store: Store, trace: DueTrace): Promise<void> {
  const workspace = trace.workspace_id as WorkspaceId
  const tally = new TraceTally()
  let after: SpanPosition | null = null
  for (;;) {
    const rows = await loadSpans(store, workspace, trace.trace_id, after, spansPerPage)
    for (const row of rows) tally.add(spanOf(row), requestOf(row))
    const last = rows.at(-1)
    if (!last || rows.length < spansPerPage) break
    after = { startedAt: last.started_at, spanId: last.span_id }
  }
  const stated =
    trace.stated === null
      ? await statedInDocuments(store, workspace, trace.trace_id)
      : (JSON.parse(trace.stated) as StatedIdentity)
  const summary = tally.summary(stated)
  for (const ids of chunksOf(
    tally.requestsLackingIdentity(stated).sort((a, b) => a - b),
    heirsPerBatch,
  ))
    await store.transact(async (tx) => {
      for (const id of ids) await inheritMetadata(store, tx, workspace, id, stated)
    })
  await store.transact(async (tx) => {
    if (!(await lockDue(tx, trace))) return
    if (summary) await saveSummaries(tx, store, workspace, [{ trace, summary, stated }])
    else await removeMark(tx, trace)
  })
}

async function statedInDocuments(
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
): Promise<StatedIdentity> {
  const measured = await measureSpans(store, workspace, traceId, null, identitySpans)
  const ids = measured.slice(0, countFitting(measured, identitySpans)).map(({ span_id }) => span_id)
  const rows = ids.length > 0 ? await readSpans(store, workspace, traceId, ids) : []
  const byId = new Map(rows.map((row) => [row.span_id, row.document]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .reduce((merged, document) => mergeStated(merged, identityIn(document)), nothingStated)
}

/** A damaged document states no identity. */
function identityIn(document: string): StatedIdentity {
  try {
    const span = spanOfDocument(document)
    return statedBy(span, { isCall: readSpan(span).call !== null })
  } catch {
    return nothingStated
  }
}
