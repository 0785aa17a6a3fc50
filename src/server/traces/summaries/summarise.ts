import { storable } from '../../../engine/storable.ts'
import {
  facetChange,
  mergeStated,
  nothingStated,
  type StatedIdentity,
  type SummedRequest,
  type SummedSpan,
  type TraceSummary,
  TraceTally,
} from '../../../engine/traces/index.ts'
import type { CompiledQuery, Store, Tx } from '../../db/index.ts'
import { summedPrice } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { PreparedSpan } from '../prepare-span.ts'
import { enqueueStatements } from '../queries.ts'
import { markDue, markStatement } from './due-queries.ts'
import type { StoredFacet } from './facet-numbers.ts'
import { deleteFacets, type FacetOfTrace, insertFacets, storedFacets } from './facet-queries.ts'
import {
  loadTraces,
  requestOf,
  type SummarisedTrace,
  type SummaryValues,
  setSummary,
  spanOf,
} from './summary-queries.ts'

/**
 * A call reads at most this many spans, or twice the spans that it writes if that is more. The summariser reads larger
 * traces.
 */
const maxSpansPerCall = 300

/**
 * Updates the rows of the traces of these spans, in the same transaction. A trace with too many spans is only marked. A
 * trace whose requests lack its user or session is marked too. True if there are marked traces.
 */
export async function summariseTraces(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  writtenSpans: readonly PreparedSpan[],
  now: number,
): Promise<boolean> {
  if (writtenSpans.length === 0) return false
  const byTrace = Map.groupBy(writtenSpans, ({ span }) => span.traceId)
  const limit = Math.max(maxSpansPerCall, 2 * writtenSpans.length)
  const { traces, spans } = await loadTraces(tx, workspace, [...byTrace.keys()], limit)
  const stated = new Map(
    traces.map((trace) => [trace.trace_id, statedOf(trace, byTrace.get(trace.trace_id)!)]),
  )
  const spansOf = Map.groupBy(spans, (row) => row.trace_id)
  // True if the session was not stored, as in earlier versions. The summariser then reads the documents.
  const needsDocuments = (trace: SummarisedTrace) =>
    trace.stated === null && spansOf.get(trace.trace_id)!.length > byTrace.get(trace.trace_id)!.length
  const unfinished = traces.filter((trace) => spans.length === limit || needsDocuments(trace))
  const saved: SummaryToSave[] = []
  const lackingIdentity: SummarisedTrace[] = []
  for (const trace of traces) {
    if (unfinished.includes(trace)) continue
    const tally = new TraceTally()
    for (const row of spansOf.get(trace.trace_id) ?? []) tally.add(spanOf(row), requestOf(row))
    const statedParts = stated.get(trace.trace_id)!
    const summary = tally.summary(statedParts)
    if (summary) saved.push({ trace, summary, stated: statedParts })
    if (tally.requestsLackingIdentity(statedParts).length > 0) lackingIdentity.push(trace)
  }
  await saveSummaries(tx, store, workspace, saved)
  const dueTraces = [...unfinished, ...lackingIdentity]
  const marks = dueTraces.map((trace) => ({
    traceId: trace.trace_id,
    stated: needsDocuments(trace) ? null : JSON.stringify(stated.get(trace.trace_id)),
  }))
  await markDue(tx, workspace, marks, now)
  return dueTraces.length > 0
}

function statedOf({ stated }: SummarisedTrace, spans: readonly PreparedSpan[]): StatedIdentity {
  const storedIdentity = stated === null ? nothingStated : (JSON.parse(stated) as StatedIdentity)
  return spans.reduce((merged, { stated }) => mergeStated(merged, stated), storedIdentity)
}

interface SummaryToSave {
  readonly trace: SummarisedTrace
  readonly summary: TraceSummary
  readonly stated: StatedIdentity
}

/** Writes summaries of traces. */
export const saveSummaries = (
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  saved: readonly SummaryToSave[],
) => enqueueStatements(tx, summaryStatements(store, workspace, saved))

interface NewSummaries {
  readonly statements: readonly CompiledQuery[]
  /** True if there are marked traces. */
  readonly isDue: boolean
}

/** The summaries of traces that were just inserted, from all their spans. */
export function newSummaries(
  store: Store,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
  now: number,
): NewSummaries {
  const saved: SummaryToSave[] = []
  const marks: CompiledQuery[] = []
  for (const [traceId, traceSpans] of Map.groupBy(spans, ({ span }) => span.traceId)) {
    const trace = { trace_id: traceId, started_at: null, stated: null, facets: '[]', due_at: null }
    const stated = statedOf(trace, traceSpans)
    const tally = new TraceTally()
    for (const prepared of traceSpans) tally.add(preparedSpan(prepared), preparedRequest(prepared))
    saved.push({ trace, summary: tally.summary(stated)!, stated })
    if (tally.requestsLackingIdentity(stated).length > 0)
      marks.push(markStatement(store.db, workspace, { traceId, stated: JSON.stringify(stated) }, now))
  }
  return {
    statements: [...summaryStatements(store, workspace, saved), ...marks],
    isDue: marks.length > 0,
  }
}

const preparedSpan = ({ span, times, step }: PreparedSpan): SummedSpan => ({
  spanId: span.spanId,
  parentId: span.parentSpanId,
  name: storable(span.name),
  status: span.status,
  ...times,
  toolName: step.toolName,
})

function preparedRequest({ request }: PreparedSpan): SummedRequest | null {
  if (!request) return null
  const { row } = request.recorded
  return requestOf({ ...row, request_id: row.id, names_span_at: null, price: summedPrice(row) })
}

/** Unchanged facets are not written again. */
function summaryStatements(
  store: Store,
  workspace: WorkspaceId,
  saved: readonly SummaryToSave[],
): CompiledQuery[] {
  const removed: FacetOfTrace[] = []
  const added: FacetOfTrace[] = []
  const values: SummaryValues[] = []
  for (const { trace, summary, stated } of saved) {
    const after = storedFacets(summary.facets)
    const change = facetChange<StoredFacet>(
      { startedAt: trace.started_at, facets: JSON.parse(trace.facets) as StoredFacet[] },
      { startedAt: summary.startedAt, facets: after },
    )
    removed.push(...change.removed.map((facet): FacetOfTrace => [trace.trace_id, ...facet]))
    added.push(...change.added.map((facet): FacetOfTrace => [trace.trace_id, ...facet]))
    values.push(valuesOf(workspace, trace, summary, after, stated))
  }
  return [
    ...deleteFacets(store, workspace, removed),
    ...values.map((value) => setSummary(store, value)),
    ...insertFacets(store, workspace, added),
  ]
}

const valuesOf = (
  workspace: WorkspaceId,
  { trace_id }: SummarisedTrace,
  summary: TraceSummary,
  facets: readonly StoredFacet[],
  stated: StatedIdentity,
): SummaryValues => ({
  workspace,
  trace: trace_id,
  started_at: summary.startedAt,
  ended_at: summary.endedAt,
  duration_ms: summary.endedAt - summary.startedAt,
  name: summary.name,
  status: summary.status,
  span_count: summary.spans,
  error_count: summary.errors,
  unfinished: summary.isUnfinished ? 1 : 0,
  request_count: summary.requests,
  cost: summary.cost,
  unpriced: summary.unpriced,
  input_tokens: summary.inputTokens,
  output_tokens: summary.outputTokens,
  tokens: summary.inputTokens + summary.outputTokens,
  session_id: summary.session,
  user_id: summary.user,
  stated: JSON.stringify(stated),
  facets: JSON.stringify(facets),
})
