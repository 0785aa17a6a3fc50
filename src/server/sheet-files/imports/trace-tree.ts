import type { Json } from '../../../engine/json/json.ts'
import type { ReadSpan as Span } from '../../traces/index.ts'

/** Maximum characters of the attributes and requests of all spans. Later spans have none. */
const maxContent = 2 * 1024 * 1024
/** A span below this depth is added beside its parent, because readers of JSON recurse. */
const maxDepth = 64

interface Node {
  readonly span_id: string
  readonly children: Node[]
  readonly [key: string]: Json | Node[]
}

/**
 * Spans in the form that the vendor's SDK reads: nested `children`, each with `name`, `start`, `output` and, for model
 * calls, `request_log`. Each span occurs once. A span whose parent cannot be reached is put below the root.
 */
export function traceTree(
  spans: readonly Span[],
  root: Span,
  requestLogs: ReadonlyMap<number, Json>,
): Record<string, Json> & { readonly span_id: string } {
  const content = { remaining: maxContent }
  const nodes = new Map(spans.map((span) => [span.context.span_id, nodeOf(span, requestLogs, content)]))
  const byParent = Map.groupBy(spans, ({ parent_id }) => parent_id)
  const added = new Set<string>()
  const add = (span: Span, parent: Node | null) => {
    const queue: [Span, Node | null, number][] = [[span, parent, 0]]
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [current, parentNode, depth] = next
      const { span_id } = current.context
      if (added.has(span_id)) continue
      added.add(span_id)
      const node = nodes.get(span_id)!
      parentNode?.children.push(node)
      const children = byParent.get(span_id) ?? []
      // The order is reversed, so that the earliest span is taken first.
      for (const child of children.toReversed())
        queue.push([child, depth < maxDepth ? node : (parentNode ?? node), Math.min(depth + 1, maxDepth)])
    }
  }
  add(root, null)
  const top = nodes.get(root.context.span_id)!
  const spanIds = new Set(nodes.keys())
  for (const span of spans) if (span.parent_id === null || !spanIds.has(span.parent_id)) add(span, top)
  for (const span of spans) add(span, top)
  return top as Record<string, Json> & Node
}

function nodeOf(span: Span, requestLogs: ReadonlyMap<number, Json>, content: { remaining: number }): Node {
  const log = span.request_log_id === null ? undefined : requestLogs.get(span.request_log_id)
  const details = {
    output: outputOf(span.attributes as Record<string, Json>),
    attributes: span.attributes as Json,
    request_log: log ?? null,
  }
  content.remaining -= JSON.stringify(details).length
  return {
    span_id: span.context.span_id,
    parent_id: span.parent_id,
    name: span.name,
    start: isoTime(span.start_time),
    end: span.end_time === null ? null : isoTime(span.end_time),
    latency_ms: span.latency_ms,
    status: span.status.status_code,
    request_log_id: span.request_log_id,
    ...(content.remaining >= 0 ? details : { output: null, attributes: null, request_log: null }),
    children: [],
  }
}

/** A time with nanoseconds, so that spans of the same millisecond are sorted correctly. */
function isoTime(nanoseconds: string): string {
  const time = BigInt(nanoseconds)
  const seconds = new Date(Number(time / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${String(time % 1_000_000_000n).padStart(9, '0')}Z`
}

/** Attributes with the output of a span in SDKs and instrumentations. */
const outputKeys = [
  'function_output',
  'output',
  'output.value',
  'gen_ai.tool.call.result',
  'traceloop.entity.output',
]

function outputOf(attributes: Record<string, Json>): Json {
  const key = outputKeys.find((outputKey) => Object.hasOwn(attributes, outputKey))
  return key === undefined ? null : attributes[key]!
}
