/** When a span ran, in milliseconds since 1970. */
export interface TimedSpan {
  readonly span_id: string
  readonly parent_id: string | null
  readonly started_at: number
  /** Null: it has not ended. */
  readonly ended_at: number | null
}

/** A time in which only this span itself delayed the end of the trace. */
export interface CriticalPart {
  readonly spanId: string
  readonly from: number
  readonly to: number
}

interface Frame {
  readonly span: TimedSpan
  readonly end: number
  /** Children that are not visited yet; the child that ends last is visited first. */
  readonly unvisited: number[]
  /** The path is known from the end down to this time; it never goes below the floor. */
  bound: number
  readonly floor: number
}

/**
 * The parts of a trace's duration, latest first: going back from the end, each time belongs to the span that ended last
 * before it, or to its parent if no child ran. The parts never overlap. Spans without a known parent are roots; a cycle of
 * parents has no root and is left out.
 */
export function criticalPath(spans: readonly TimedSpan[]): CriticalPart[] {
  const latest = spans.reduce(
    (end, { started_at, ended_at }) => Math.max(end, started_at, ended_at ?? started_at),
    Number.NEGATIVE_INFINITY,
  )
  const ends = spans.map(({ started_at, ended_at }) => Math.max(started_at, ended_at ?? latest))
  const { roots, children } = childrenOf(spans)
  const byEnd = (indexes: readonly number[]): number[] =>
    [...indexes].sort((a, b) => ends[a]! - ends[b]! || spans[a]!.started_at - spans[b]!.started_at)
  const parts: CriticalPart[] = []
  const enter = (index: number, bound: number, floor: number): Frame => ({
    span: spans[index]!,
    end: ends[index]!,
    unvisited: byEnd(children[index]!),
    bound,
    floor: Math.max(floor, spans[index]!.started_at),
  })
  let bound = latest
  for (const root of byEnd(roots).reverse()) {
    const start = Math.min(bound, ends[root]!)
    if (spans[root]!.started_at >= start) continue
    const path = [enter(root, start, Number.NEGATIVE_INFINITY)]
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const child = frame.unvisited.pop()
      if (child === undefined) {
        add(parts, frame, frame.floor)
        path.pop()
        const parent = path.at(-1)
        if (parent) parent.bound = frame.floor
        continue
      }
      const end = Math.min(ends[child]!, frame.bound)
      if (Math.max(spans[child]!.started_at, frame.floor) >= end) continue
      add(parts, frame, end)
      path.push(enter(child, end, frame.floor))
    }
    bound = Math.min(bound, spans[root]!.started_at)
  }
  return parts
}

function add(parts: CriticalPart[], { span, bound }: Frame, from: number): void {
  if (bound > from) parts.push({ spanId: span.span_id, from, to: bound })
}

function childrenOf(spans: readonly TimedSpan[]) {
  const indexes = new Map(spans.map(({ span_id }, index) => [span_id, index]))
  const children: number[][] = spans.map(() => [])
  const roots: number[] = []
  spans.forEach(({ span_id, parent_id }, index) => {
    const parent = parent_id === null || parent_id === span_id ? undefined : indexes.get(parent_id)
    if (parent === undefined) roots.push(index)
    else children[parent]!.push(index)
  })
  return { roots, children }
}
