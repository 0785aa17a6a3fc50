import type { Json } from '../../../engine/json/json.ts'
import { isPriced } from '../../../engine/price/index.ts'
import type { Store } from '../../db/index.ts'
import { selectFigures } from '../../requests/index.ts'
import { noSuchSpan, readFirstSpans, type ReadSpan as Span } from '../../traces/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { requestLogs } from './request-logs.ts'
import { traceTree } from './trace-tree.ts'

/**
 * A trace as the value of a cell: its first span with the metrics of all spans, and the other spans below it. With a
 * span id, that span and the spans below it. `spans_complete` tells whether a long trace was cut.
 */
export async function traceValue(
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
  spanId: string | null,
): Promise<Readonly<Record<string, Json>>> {
  const first = await readFirstSpans(store, workspace, traceId)
  const spans = spanId === null ? first.spans : subtreeOf(first.spans, spanId)
  if (spans.length === 0) throw noSuchSpan(first)
  const ids = [...new Set(spans.flatMap(({ request_log_id }) => request_log_id ?? []))]
  const figures = await selectFigures(store.db, workspace, ids)
  const mainSpan =
    spanId === null
      ? (spans.find(({ parent_id }) => parent_id === null) ?? spans[0]!)
      : spans.find(({ context }) => context.span_id === spanId)!
  const priced = figures.filter(({ price_source }) => isPriced(price_source))
  const withTokens = figures.filter(({ input_tokens }) => input_tokens !== null)
  const sum = (key: 'price' | 'input_tokens' | 'output_tokens', of: typeof figures) =>
    of.length === 0 ? null : of.reduce((total, row) => total + (row[key] ?? 0), 0)
  const { span_id: _, ...root } = traceTree(spans, mainSpan, await requestLogs(store, workspace, ids))
  return {
    trace_id: traceId,
    span_id: spanId ?? mainSpan.context.span_id,
    latency_ms: latencyOf(spans),
    price: sum('price', priced),
    ...(priced.length < figures.length && { unpriced_requests: figures.length - priced.length }),
    input_tokens: sum('input_tokens', withTokens),
    output_tokens: sum('output_tokens', withTokens),
    ...(withTokens.length < figures.length && { uncounted_requests: figures.length - withTokens.length }),
    models: [...new Set(figures.map(({ model }) => model))],
    request_ids: figures.map(({ id }) => id),
    spans_complete: first.isWhole,
    ...root,
  }
}

/** A span and the spans below it. Spans may have any order; cycles of parents are ignored. */
function subtreeOf(spans: readonly Span[], spanId: string): Span[] {
  const children = Map.groupBy(spans, ({ parent_id }) => parent_id)
  const ids = new Set<string>()
  const queue = [spanId]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (ids.has(id)) continue
    ids.add(id)
    for (const { context } of children.get(id) ?? []) queue.push(context.span_id)
  }
  return spans.filter(({ context }) => ids.has(context.span_id))
}

function latencyOf(spans: readonly Span[]): number | null {
  let [first, last]: [bigint | null, bigint | null] = [null, null]
  for (const { start_time, end_time } of spans) {
    const start = BigInt(start_time)
    if (first === null || start < first) first = start
    if (end_time !== null && (last === null || BigInt(end_time) > last)) last = BigInt(end_time)
  }
  return first === null || last === null ? null : Number((last - first) / 1000n) / 1000
}
