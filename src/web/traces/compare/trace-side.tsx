import { Link } from '@tanstack/react-router'
import { type Answer, queryOf } from '../../api/index.ts'
import { ClockTime, ComparedFigures, duration, SideLetter, totalCostText } from '../../requests/index.ts'

type Trace = Answer<'searchTraces'>['items'][number]

/** The sums of both traces, by trace id. */
export const tracesQuery = (traceIds: readonly string[]) =>
  queryOf(['compared-traces', traceIds], 'searchTraces', {
    body: { filter_group: { filters: [{ field: 'trace_id', operator: 'in', value: [...traceIds] }] } },
  })

interface Props {
  readonly letter: 'A' | 'B'
  readonly trace: Trace
  /** The trace to compare with; absent for that trace itself. */
  readonly baseline?: Trace | undefined
}

/** One of two compared traces, with its time, cost and tokens against the other one. */
export function TraceSide({ letter, trace, baseline }: Props) {
  return (
    <section
      aria-label={`Trace ${letter}`}
      className="flex min-w-64 flex-1 flex-col gap-2 rounded-lg border bg-surface p-3"
    >
      <header className="flex min-w-0 items-center gap-2">
        <SideLetter letter={letter} />
        <Link
          to="/traces/$traceId"
          params={{ traceId: trace.trace_id }}
          className="truncate font-semibold text-accent-ink hover:underline"
        >
          <bdi>{trace.name || 'unnamed'}</bdi>
        </Link>
        <span className="ml-auto shrink-0 text-small text-ink-soft">
          <ClockTime at={trace.started_at} />
        </span>
      </header>
      <ComparedFigures
        className="grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]"
        figures={figuresOf(trace)}
        before={baseline && figuresOf(baseline)}
      />
    </section>
  )
}

const count = (value: number) => value.toLocaleString('en')

const figuresOf = (trace: Trace) => {
  const tokens = trace.input_tokens + trace.output_tokens
  return [
    { label: 'Duration', value: trace.duration_ms, text: duration(trace.duration_ms) },
    { label: 'Cost', value: trace.cost, text: trace.request_count > 0 ? totalCostText(trace) : '–' },
    { label: 'Tokens', value: tokens || null, text: tokens === 0 ? '–' : count(tokens) },
    { label: 'Spans', value: trace.span_count, text: count(trace.span_count) },
    { label: 'Errors', value: trace.error_count, text: count(trace.error_count) },
  ]
}
