import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { queryOf } from '../../api/index.ts'
import { Badge, classNames, Problem, SkeletonRows } from '../../design/index.ts'
import { duration } from '../../requests/index.ts'
import { extentOf, rowsOf, SpanStatus, treeOf } from '../../traces/index.ts'
import { traceSummary } from './trace-summary.ts'

interface Props {
  readonly trace: string
  /** The chosen span, which includes those below it; null: the whole trace. */
  readonly span: string | null
  readonly onSpan: (span: string | null) => void
  readonly onFound: (isFound: boolean) => void
}

const maxSpans = 500
const noneClosed: ReadonlySet<string> = new Set()

/** The spans of the trace as a tree; each can be imported alone. */
export function TracePreview({ trace, span, onSpan, onFound }: Props) {
  const { data, error } = useQuery({
    ...queryOf(['trace', trace, 'preview'], 'readTraceOutline', {
      params: { trace_id: trace },
      query: { limit: maxSpans },
    }),
    placeholderData: undefined,
    retry: false,
  })
  const isFound = data !== undefined && data.spans.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: onFound is another function at each rendering; only a change of isFound is reported.
  useEffect(() => onFound(isFound), [isFound])
  const spans = data?.spans ?? []
  const nodes = useMemo(() => rowsOf(treeOf(data?.spans ?? []), noneClosed), [data])
  if (error) return <Problem error={error} className="m-0" />
  if (!data) return <SkeletonRows rows={4} height="h-7" />
  const { start, end } = extentOf(spans)
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-lg border">
      <p className="flex items-center gap-2 border-b bg-sunken px-3 py-1.5 text-small text-ink-soft tabular-nums">
        <span className="min-w-0 truncate">{traceSummary(data)}</span>
        <span className="ml-auto shrink-0">{spans.length > 0 && duration(end - start)}</span>
      </p>
      <ul className="max-h-72 overflow-auto">
        {nodes.map(({ span: node, depth }) => {
          const isChosen = node.span_id === span
          return (
            <li key={node.span_id} className="border-b last:border-0">
              <button
                type="button"
                aria-pressed={isChosen}
                style={{ paddingLeft: 12 + Math.min(depth, 12) * 14 }}
                className={classNames(
                  'flex h-7 w-full items-center gap-2 pr-3 text-left hover:bg-sunken',
                  isChosen && 'bg-accent-soft text-accent-ink hover:bg-accent-soft',
                )}
                onClick={() => onSpan(isChosen ? null : node.span_id)}
              >
                <bdi className="min-w-0 truncate">{node.name}</bdi>
                {node.request_log_id !== null && <Badge tone="note">Model call</Badge>}
                <SpanStatus status={node.status} />
                <span className="ml-auto shrink-0 text-small text-ink-faint tabular-nums">
                  {node.ended_at === null ? 'not ended' : duration(node.ended_at - node.started_at)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="border-t bg-sunken px-3 py-1.5 text-small text-ink-faint">
        {span === null
          ? 'The whole trace is added. To add only a part, choose a span.'
          : 'The chosen span is added, with all spans below it.'}
      </p>
    </section>
  )
}
