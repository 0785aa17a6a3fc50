import type { RegexNode } from './tree.ts'

export interface RegexTraits {
  /** Approximate number of program instructions; a counted repeat counts its copies. */
  readonly size: number
  /** Has lookarounds or back-references, or repeats more often than RE2 allows. */
  readonly backtracks: boolean
  /** Has `\b` or `\B` with Unicode letters; RE2 supports ASCII letters only. */
  readonly hasBoundary: boolean
  /** Has `$`, which in Python also matches before a final newline; in RE2 it does not. */
  readonly hasEnd: boolean
}

const MAX_RE2_REPEAT = 1000

export function traitsOf(node: RegexNode): RegexTraits {
  switch (node.kind) {
    case 'character':
    case 'any':
    case 'class':
      return { size: 1, backtracks: false, hasBoundary: false, hasEnd: false }
    case 'assertion':
      return {
        size: 1,
        backtracks: false,
        hasBoundary: !node.ascii && (node.assertion === 'boundary' || node.assertion === 'not-boundary'),
        hasEnd: node.assertion === 'end',
      }
    case 'reference':
      return { size: 1, backtracks: true, hasBoundary: false, hasEnd: false }
    case 'look':
      return { ...traitsOf(node.body), backtracks: true }
    case 'capture':
    case 'case':
      return grown(traitsOf(node.body), 2)
    case 'repeat': {
      const body = traitsOf(node.body)
      const count = node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max
      const size = body.size * Math.max(1, count) + 1
      return { ...body, size, backtracks: body.backtracks || (count > 1 && size > MAX_RE2_REPEAT) }
    }
    case 'sequence':
      return together(node.parts)
    case 'choice':
      return together(node.options)
  }
}

function grown(traits: RegexTraits, by: number): RegexTraits {
  return { ...traits, size: traits.size + by }
}

function together(nodes: readonly RegexNode[]): RegexTraits {
  let size = 1
  let backtracks = false
  let hasBoundary = false
  let hasEnd = false
  for (const node of nodes) {
    const traits = traitsOf(node)
    size += traits.size
    backtracks ||= traits.backtracks
    hasBoundary ||= traits.hasBoundary
    hasEnd ||= traits.hasEnd
  }
  return { size, backtracks, hasBoundary, hasEnd }
}
