import type { Answer } from '../api/index.ts'

export type OutlinedSpan = Answer<'readTraceOutline'>['spans'][number]

/** A row of the tree: a span with its position. */
export interface SpanNode {
  readonly span: OutlinedSpan
  readonly children: SpanNode[]
  readonly depth: number
  /** The number of spans below it, at any depth. */
  readonly below: number
  /** The sums of the model calls at and below the span. */
  readonly sums: CallSums
}

interface CallSums {
  readonly calls: number
  readonly tokens: number
  /** US dollars of the calls with a known price. */
  readonly cost: number
  /** Calls without a known price. */
  readonly unpriced: number
}

/** The sum of tokens, or a dash if no call reported tokens. */
export const tokensText = ({ tokens }: Pick<CallSums, 'tokens'>): string =>
  tokens > 0 ? tokens.toLocaleString('en') : '–'

const sumsOfCall = ({ request_log_id, tokens, cost }: OutlinedSpan): MutableSums =>
  request_log_id === null
    ? { calls: 0, tokens: 0, cost: 0, unpriced: 0 }
    : { calls: 1, tokens: tokens ?? 0, cost: cost ?? 0, unpriced: cost === null ? 1 : 0 }

type MutableSums = { -readonly [Key in keyof CallSums]: CallSums[Key] }

function add(sums: MutableSums, more: CallSums): void {
  sums.calls += more.calls
  sums.tokens += more.tokens
  sums.cost += more.cost
  sums.unpriced += more.unpriced
}

/**
 * Spans as a forest. A span whose parent is missing, or is its own descendant, becomes a root. The function
 * does not recurse, because a trace may be as deep as it has spans.
 */
export function treeOf(spans: readonly OutlinedSpan[]): SpanNode[] {
  const nodes = new Map<string, MutableNode>()
  for (const span of spans)
    nodes.set(span.span_id, { span, children: [], depth: 0, below: 0, sums: sumsOfCall(span) })
  const roots: MutableNode[] = []
  for (const node of nodes.values()) {
    const parent = parentOf(node, nodes)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  const order = orderNodes(roots, nodes)
  for (const node of [...order].reverse())
    for (const child of node.children) {
      node.below += 1 + child.below
      add(node.sums, child.sums)
    }
  return roots
}

interface MutableNode {
  readonly span: OutlinedSpan
  readonly children: MutableNode[]
  depth: number
  below: number
  readonly sums: MutableSums
}

const parentOf = ({ span }: MutableNode, nodes: ReadonlyMap<string, MutableNode>) =>
  span.parent_id === null || span.parent_id === span.span_id ? undefined : nodes.get(span.parent_id)

/** Every node with its depth, parents first. A cycle is cut at its first span. */
function orderNodes(roots: MutableNode[], nodes: ReadonlyMap<string, MutableNode>): readonly MutableNode[] {
  const order: MutableNode[] = []
  const seen = new Set<MutableNode>()
  const walk = (root: MutableNode) => {
    const open = [root]
    seen.add(root)
    for (let node = open.pop(); node; node = open.pop()) {
      order.push(node)
      for (const child of node.children) {
        child.depth = node.depth + 1
        seen.add(child)
        open.push(child)
      }
    }
  }
  for (const root of roots) walk(root)
  for (const node of nodes.values()) {
    if (seen.has(node)) continue
    const parent = parentOf(node, nodes)!
    parent.children.splice(parent.children.indexOf(node), 1)
    roots.push(node)
    walk(node)
  }
  return order
}

/** The visible rows: all spans, or the spans in `shownIds`, without the descendants of closed spans. */
export function rowsOf(
  roots: readonly SpanNode[],
  closed: ReadonlySet<string>,
  shownIds?: ReadonlySet<string>,
): SpanNode[] {
  const rows: SpanNode[] = []
  const open = [...roots].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    if (shownIds && !shownIds.has(node.span.span_id)) continue
    rows.push(node)
    if (closed.has(node.span.span_id)) continue
    for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!)
  }
  return rows
}

/** The ancestors of a span from the root down, which must be expanded to show it. */
export function pathTo(spanId: string, spans: ReadonlyMap<string, OutlinedSpan>): string[] {
  const path = new Set<string>()
  for (
    let parent = spans.get(spanId)?.parent_id;
    parent && spans.has(parent) && !path.has(parent);
    parent = spans.get(parent)!.parent_id
  )
    path.add(parent)
  return [...path].reverse()
}

/** Milliseconds; null while the span runs. A span whose end is before its start, by two clocks, took none. */
export const durationOf = ({ started_at, ended_at }: OutlinedSpan): number | null =>
  ended_at === null ? null : Math.max(0, ended_at - started_at)

/** Start and end of the whole trace, in milliseconds since 1970. */
export function extentOf(spans: readonly OutlinedSpan[]): { readonly start: number; readonly end: number } {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { started_at, ended_at } of spans) {
    start = Math.min(start, started_at)
    end = Math.max(end, ended_at ?? started_at)
  }
  return { start, end }
}

/** Spans in which a failure began, earliest first: failed spans without a failed span below them. */
export function failuresOf(spans: readonly OutlinedSpan[]): readonly OutlinedSpan[] {
  const failed = spans.filter(({ status }) => status === 'ERROR')
  const above = new Set(
    failed.flatMap(({ span_id, parent_id }) => (parent_id === span_id ? [] : [parent_id])),
  )
  return failed.filter(({ span_id }) => !above.has(span_id))
}

/** The span to read first: where a failure began, else the last model call, which has the whole conversation. */
export function firstToRead(spans: readonly OutlinedSpan[]): string | undefined {
  const calls = spans.filter(({ request_log_id }) => request_log_id !== null)
  const lastCall = calls.reduce<OutlinedSpan | undefined>(
    (last, call) => (last && last.started_at > call.started_at ? last : call),
    undefined,
  )
  return (failuresOf(spans)[0] ?? lastCall ?? spans[0])?.span_id
}
