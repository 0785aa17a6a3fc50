import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../api/index.ts'
import { counted, Dialog, QueryState } from '../../design/index.ts'
import { ClockTime, duration, totalCostText } from '../../requests/index.ts'

interface Props {
  readonly traceId: string
  /** The name of the trace's first root span. Traces of the same name mostly have the same shape. */
  readonly name: string
  readonly onClose: () => void
}

const maxTraces = 30

/** Chooses a trace to compare with, among the newest traces of the same name. */
export function CompareWith({ traceId, name, onClose }: Props) {
  const { data, error, refetch } = useQuery(
    queryOf(['traces-named', name], 'searchTraces', {
      body: {
        per_page: maxTraces,
        ...(name !== '' && {
          filter_group: { filters: [{ field: 'trace_name', operator: 'is', value: name }] },
        }),
      },
    }),
  )
  const others = data?.items.filter(({ trace_id }) => trace_id !== traceId)
  return (
    <Dialog
      onClose={onClose}
      title="Compare with"
      description="The newest traces of the same name. Any two traces can be chosen in the list of traces."
    >
      <QueryState query={{ data, error, refetch }} rows={4} className="m-0" />
      {others?.length === 0 && <p className="text-ink-soft">There is no other trace of this name.</p>}
      {others && others.length > 0 && (
        <ul aria-label="Traces" className="-mx-2 flex flex-col">
          {others.map((trace) => (
            <li key={trace.trace_id}>
              <Link
                to="/traces/$traceId/compare"
                params={{ traceId }}
                search={{ with: trace.trace_id }}
                className="flex flex-wrap items-center gap-x-4 rounded-md px-2 py-1.5 tabular-nums hover:bg-sunken"
              >
                <ClockTime at={trace.started_at} />
                <span>{duration(trace.duration_ms)}</span>
                <span>{counted(trace.span_count, 'span')}</span>
                {trace.request_count > 0 && <span>{totalCostText(trace)}</span>}
                {trace.error_count > 0 && (
                  <span className="text-bad">{counted(trace.error_count, 'error')}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
