import { useMemo, useState } from 'react'
import { idsOfPart, spanParts } from './span-filter.ts'
import { type OutlinedSpan, pathTo, rowsOf, treeOf } from './span-tree.ts'

/** The part that has every span. */
export const allSpans = 'all'

/** The rows of a trace's tree: the spans of one part, without those below a closed span. */
export function useSpanRows(spans: readonly OutlinedSpan[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [part, setPart] = useState(allSpans)
  const spansById = useMemo(() => new Map(spans.map((span) => [span.span_id, span])), [spans])
  const roots = useMemo(() => treeOf(spans), [spans])
  const parts = useMemo(() => spanParts(spans), [spans])
  const shownIds = useMemo(
    () => (part === allSpans ? undefined : idsOfPart(spans, spansById, part)),
    [part, spans, spansById],
  )
  const rows = useMemo(() => rowsOf(roots, closed, shownIds), [roots, closed, shownIds])
  return {
    roots,
    rows,
    closed,
    part,
    parts,
    setPart,
    /** Opens the ancestors of a span, and shows all spans if the part leaves it out. */
    reveal(spanId: string) {
      const path = pathTo(spanId, spansById)
      if (path.some((ancestor) => closed.has(ancestor))) setClosed(without(closed, path))
      if (shownIds && !shownIds.has(spanId)) setPart(allSpans)
    },
    toggle: (spanId: string) =>
      setClosed(closed.has(spanId) ? without(closed, [spanId]) : new Set([...closed, spanId])),
    closeAll() {
      const rootIds = new Set(roots.map((node) => node.span.span_id))
      setClosed(new Set(spans.map(({ span_id }) => span_id).filter((id) => !rootIds.has(id))))
    },
    openAll: () => setClosed(new Set()),
  }
}

const without = (ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> => {
  const remaining = new Set(ids)
  for (const id of removed) remaining.delete(id)
  return remaining
}
