// biome-ignore-all lint/a11y/useSemanticElements: rows stand where they are put, which elements of a table cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: what is to be focused is the row.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../api/index.ts'
import { Badge, classNames, counted } from '../../design/index.ts'
import { ClockTime, duration, totalCostText } from '../../requests/index.ts'
import { useShortcuts } from '../../shell/index.ts'
import type { TraceSearch, TraceSort } from './trace-search.ts'

export type ListedTrace = Answer<'searchTraces'>['items'][number]

interface Props {
  readonly traces: readonly ListedTrace[]
  readonly search: TraceSearch
  /** Absent: they stand in the order in which they came. */
  readonly onSort?: (change: TraceSearch) => void
  readonly onOpen: (traceId: string) => void
  /** Called when the end comes into view. */
  readonly onMore: () => void
  readonly isStale: boolean
}

const rowHeight = 36
const headHeight = 32
const rowLook = 'grid items-center gap-3 px-4'

interface Column {
  readonly name: string
  readonly width: string
  readonly sort?: TraceSort
  readonly isNumber?: boolean
  readonly show: (trace: ListedTrace) => ReactNode
}

const some = (values: readonly string[]): ReactNode =>
  values.length > 0 && (
    <span className="flex min-w-0 items-center gap-1.5" title={values.join(', ')}>
      <bdi className="truncate">{values[0]}</bdi>
      {values.length > 1 && <span className="shrink-0 text-ink-faint">+{values.length - 1}</span>}
    </span>
  )

const columns: readonly Column[] = [
  {
    name: 'Time',
    width: '8.5rem',
    sort: 'trace_start_time',
    show: ({ started_at }) => <ClockTime at={started_at} />,
  },
  {
    name: 'Name',
    width: 'minmax(10rem, 3fr)',
    show: ({ name, state, error_count }) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate font-medium">{name || 'unnamed'}</bdi>
        {state === 'live' && <Badge tone="note">Live</Badge>}
        {error_count > 0 && <Badge tone="bad">{counted(error_count, 'error')}</Badge>}
      </span>
    ),
  },
  { name: 'Model', width: 'minmax(6.5rem, 1fr)', show: ({ models }) => some(models) },
  { name: 'Tools', width: 'minmax(4rem, 1fr)', show: ({ tools }) => some(tools) },
  { name: 'User', width: 'minmax(4rem, 1fr)', show: ({ user_id }) => <bdi>{user_id}</bdi> },
  { name: 'Session', width: 'minmax(4rem, 1fr)', show: ({ session_id }) => <bdi>{session_id}</bdi> },
  {
    name: 'Spans',
    width: '3rem',
    isNumber: true,
    show: ({ span_count }) => span_count.toLocaleString('en'),
  },
  {
    name: 'Duration',
    width: '4.5rem',
    sort: 'trace_duration_ms',
    isNumber: true,
    show: ({ duration_ms }) => duration(duration_ms),
  },
  {
    name: 'Tokens',
    width: '4rem',
    sort: 'trace_total_tokens',
    isNumber: true,
    show: ({ input_tokens, output_tokens, request_count }) =>
      request_count > 0 && (
        <span title={`${input_tokens.toLocaleString('en')} in, ${output_tokens.toLocaleString('en')} out`}>
          {(input_tokens + output_tokens).toLocaleString('en')}
        </span>
      ),
  },
  {
    name: 'Cost',
    width: '5rem',
    sort: 'trace_total_cost_usd',
    isNumber: true,
    show: ({ request_count, ...sums }) => request_count > 0 && totalCostText(sums),
  },
]

/** Any number of rows; only those in view are in the page. */
export function TraceList({ traces, search, onSort, onOpen, onMore, isStale }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(0)
  const stop = Math.min(held, Math.max(0, traces.length - 1))
  const rows = useVirtualizer({
    count: traces.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The row that Tab comes to is there wherever the others are scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), stop])].sort((a, b) => a - b),
  })
  const last = rows.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (traces.length > 0 && last >= traces.length - 1) onMore()
  }, [last, traces.length, onMore])
  const go = (index: number) => {
    const next = Math.max(0, Math.min(traces.length - 1, index))
    setHeld(next)
    rows.scrollToIndex(next)
    // Once the row is drawn.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true }),
    )
  }
  const hasFocus = () => scroller.current?.contains(document.activeElement) ?? false
  useShortcuts({ j: () => go(hasFocus() ? stop + 1 : stop), k: () => go(hasFocus() ? stop - 1 : stop) })
  const press = (event: KeyboardEvent) => {
    const trace = traces[stop]
    if (event.ctrlKey || event.metaKey || event.altKey || !trace) return
    if (event.key === 'ArrowDown') go(stop + 1)
    else if (event.key === 'ArrowUp') go(stop - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(traces.length - 1)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(trace.trace_id)
    else return
    event.preventDefault()
  }
  const gridTemplateColumns = columns.map(({ width }) => width).join(' ')
  return (
    <div
      role="table"
      aria-label="Traces"
      aria-rowcount={traces.length}
      aria-busy={isStale}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div ref={scroller} className={classNames('min-h-0 flex-1 overflow-auto', isStale && 'opacity-60')}>
        <div className="min-w-[61.25rem]">
          <div
            role="row"
            className={classNames(
              rowLook,
              'sticky top-0 z-10 border-b bg-surface text-small whitespace-nowrap text-ink-faint',
            )}
            style={{ gridTemplateColumns, height: headHeight }}
          >
            {columns.map((column) => (
              <Heading key={column.name} column={column} search={search} onSort={onSort} />
            ))}
          </div>
          <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const trace = traces[index]!
              return (
                <div
                  key={trace.trace_id}
                  role="row"
                  aria-rowindex={index + 1}
                  tabIndex={index === stop ? 0 : -1}
                  data-row={index}
                  onFocus={() => setHeld(index)}
                  onClick={() => onOpen(trace.trace_id)}
                  onKeyDown={press}
                  className={classNames(
                    rowLook,
                    'absolute inset-x-0 cursor-default border-b before:absolute before:inset-y-0 before:left-0 before:w-[3px] hover:bg-sunken focus-visible:-outline-offset-2',
                    trace.status === 'ERROR'
                      ? 'before:bg-bad'
                      : trace.state === 'live'
                        ? 'before:bg-note'
                        : 'before:bg-good/60',
                  )}
                  style={{ top: start - headHeight, height: rowHeight, gridTemplateColumns }}
                >
                  {columns.map(({ name, isNumber, show }) => (
                    <span
                      role="cell"
                      key={name}
                      className={classNames('truncate', isNumber && 'text-right tabular-nums')}
                    >
                      {show(trace)}
                    </span>
                  ))}
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

interface HeadingProps {
  readonly column: Column
  readonly search: TraceSearch
  readonly onSort: Props['onSort']
}

/** A press sorts, largest or newest first; another turns it around. */
function Heading({ column: { name, isNumber, sort }, search, onSort }: HeadingProps) {
  const isSorted =
    sort !== undefined && onSort !== undefined && (search.sortBy ?? 'trace_start_time') === sort
  const isRising = isSorted && search.rising === true
  const Arrow = isRising ? ArrowUp : ArrowDown
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
      className={classNames('min-w-0 truncate', isNumber && 'text-right')}
    >
      {sort && onSort ? (
        <button
          type="button"
          className={classNames('inline-flex items-center gap-0.5 hover:text-ink', isSorted && 'text-ink')}
          onClick={() =>
            onSort({
              sortBy: sort === 'trace_start_time' ? undefined : sort,
              rising: isSorted && !isRising ? true : undefined,
            })
          }
        >
          {isSorted && isNumber && <Arrow className="size-3" aria-hidden />}
          {name}
          {isSorted && !isNumber && <Arrow className="size-3" aria-hidden />}
        </button>
      ) : (
        name
      )}
    </span>
  )
}
