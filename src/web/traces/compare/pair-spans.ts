import { align } from '../../../engine/template/diff/index.ts'
import type { OutlinedSpan, SpanNode } from '../span-tree.ts'

/**
 * A span of one trace, and the span at the same position of another trace; null if a trace has no such span.
 */
export interface SpanPair {
  readonly kind: 'same' | 'changed' | 'added' | 'removed'
  readonly before: OutlinedSpan | null
  readonly after: OutlinedSpan | null
  readonly depth: number
}

/**
 * Pairs the spans of two traces from the roots down. Children of paired spans are paired by type and name, in
 * their order. Model calls between paired spans are paired regardless of their names, which often contain the
 * model. The function does not recurse, because a trace may be as deep as it has spans.
 */
export function pairSpans(before: readonly SpanNode[], after: readonly SpanNode[]): SpanPair[] {
  const pairs: SpanPair[] = []
  const open = siblingPairs(before, after).reverse().map(atDepth(0))
  for (let next = open.pop(); next; next = open.pop()) {
    const { left, right, depth } = next
    pairs.push({ kind: kindOf(left, right), before: left?.span ?? null, after: right?.span ?? null, depth })
    const below = siblingPairs(left?.children ?? [], right?.children ?? [])
    for (const pair of below.reverse()) open.push(atDepth(depth + 1)(pair))
  }
  return pairs
}

type Siblings = readonly [left: SpanNode | null, right: SpanNode | null]

const atDepth =
  (depth: number) =>
  ([left, right]: Siblings) => ({ left, right, depth })

function siblingPairs(left: readonly SpanNode[], right: readonly SpanNode[]): Siblings[] {
  const pairs: Siblings[] = []
  let [atLeft, atRight] = [0, 0]
  const skipTo = (leftEnd: number, rightEnd: number) => {
    while (atLeft < leftEnd) pairs.push([left[atLeft++]!, null])
    while (atRight < rightEnd) pairs.push([null, right[atRight++]!])
  }
  for (const [toLeft, toRight] of align(left.map(alignedAs), right.map(alignedAs))) {
    skipTo(toLeft, toRight)
    pairs.push([left[atLeft++]!, right[atRight++]!])
  }
  skipTo(left.length, right.length)
  return pairs
}

/** The form of a span for `align`: model calls of different names can be paired, other spans cannot. */
const alignedAs = ({ span: { type, name } }: SpanNode) =>
  type === 'llm' ? { type, name } : { type: `${type} ${name}` }

function kindOf(left: SpanNode | null, right: SpanNode | null): SpanPair['kind'] {
  if (!left) return 'added'
  if (!right) return 'removed'
  const [a, b] = [left.span, right.span]
  const isSame = a.name === b.name && a.status === b.status && a.model === b.model && a.tokens === b.tokens
  return isSame ? 'same' : 'changed'
}
