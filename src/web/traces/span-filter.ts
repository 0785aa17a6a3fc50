import { kindOfStep } from './kind-of-step.ts'
import { type OutlinedSpan, pathTo } from './span-tree.ts'

/** Which spans of a trace the tree shows: the spans of one kind, or the failed spans. */
export interface SpanPart {
  readonly id: string
  readonly name: string
  readonly count: number
}

const failed = 'failed'

const partsOf = (span: OutlinedSpan): readonly (readonly [id: string, name: string])[] => {
  const kind = kindOfStep(span)
  return [
    ...(span.status === 'ERROR' ? [[failed, 'Failed'] as const] : []),
    ...(kind ? [[kind.name, kind.name] as const] : []),
  ]
}

/** The parts of a trace, most frequent first after the failed spans. */
export function spanParts(spans: readonly OutlinedSpan[]): readonly SpanPart[] {
  const counts = new Map<string, SpanPart>()
  for (const span of spans)
    for (const [id, name] of partsOf(span))
      counts.set(id, { id, name, count: (counts.get(id)?.count ?? 0) + 1 })
  return [...counts.values()].sort(
    (a, b) => Number(b.id === failed) - Number(a.id === failed) || b.count - a.count,
  )
}

/** The ids of the spans of a part and of their ancestors. */
export function idsOfPart(
  spans: readonly OutlinedSpan[],
  spansById: ReadonlyMap<string, OutlinedSpan>,
  part: string,
): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const span of spans) {
    if (!partsOf(span).some(([id]) => id === part)) continue
    ids.add(span.span_id)
    // The ancestors of an ancestor in the set are in the set too.
    if (span.parent_id === null || ids.has(span.parent_id)) continue
    for (const ancestor of pathTo(span.span_id, spansById)) ids.add(ancestor)
  }
  return ids
}
