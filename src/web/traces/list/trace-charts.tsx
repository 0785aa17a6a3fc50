import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { call } from '../../api/index.ts'
import { axisOf, numberIn } from '../../charts/index.ts'
import { Problem } from '../../design/index.ts'
import { LazyVolumeCharts, spanOf } from '../../requests/index.ts'
import { bodyOf, type TraceFilter, type TraceFilters } from './trace-search.ts'

export interface TraceChartsProps {
  readonly search: TraceFilters
  /** A condition for the traces, such as having a session. */
  readonly condition?: TraceFilter | undefined
  /** The word for the traces. */
  readonly counted: string
  readonly onSelect: (from: string, to: string) => void
  readonly onReset: (() => void) | undefined
  readonly onCount?: ((count: number) => void) | undefined
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** Duration and cost are read from each trace; the counts are in an index. */
const maxMeasured = 100_000
const failedFilter: TraceFilter = { field: 'trace_status', operator: 'is', value: 'ERROR' }
const measures = [
  {
    key: 'latency',
    label: 'Duration p95',
    metric: 'percentile',
    metricField: 'trace_duration_ms',
    percentile: 95,
  },
  { key: 'cost', label: 'Cost', metric: 'sum', metricField: 'trace_total_cost_usd' },
] as const
const exact = { isExact: true, relativeError: 0 }
const placeholder = <div className="min-h-[133px] shrink-0 border-b bg-surface" />

/** Charts of the traces of a list over the chosen time range, as the log has them for requests. */
export function TraceCharts({ search, condition, counted, ...range }: TraceChartsProps) {
  const { find, filters, range: relative, from, to } = search
  const key = [find, filters, relative, from, to, condition]
  const counts = useQuery({
    queryKey: ['trace-counts', ...key],
    queryFn: ({ signal }) => readCounts(search, condition, signal),
  })
  const { data } = counts
  const isMeasured = data !== undefined && data.count <= maxMeasured
  const measured = useQuery({
    queryKey: ['trace-measures', ...key],
    queryFn: ({ signal }) => readMeasures(search, condition, signal),
    enabled: isMeasured && !counts.isPlaceholderData,
  })
  const figures = isMeasured ? (measured.data ?? null) : null
  const volume = useMemo(
    () => data && { ...data, measured: figures, byModel: null, percentiles: exact },
    [data, figures],
  )
  if (counts.error && !data)
    return <Problem error={counts.error} onRetry={counts.refetch} className="mx-4 my-2 shrink-0" />
  if (!data || !volume) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <LazyVolumeCharts
        volume={volume}
        countTitle={counted}
        latencyTitle="Duration p95"
        isStale={counts.isPlaceholderData}
        note={data.isPartial ? 'of the newest 1,000 with these words' : undefined}
        unmeasured={
          isMeasured
            ? measured.error && 'Duration and cost could not be read.'
            : `Duration and cost are charted for at most ${maxMeasured.toLocaleString('en')} traces. Choose a shorter time.`
        }
        {...range}
      />
    </Suspense>
  )
}

const countOverTime = { id: 'count', chartType: 'bar', timeSeries: true } as const

/** The search without its order, which charts lack. */
function scopeOf(
  { find, filters, range, from, to }: TraceFilters,
  more: readonly (TraceFilter | undefined)[],
) {
  const all = [...(filters ?? []), ...more.filter((filter) => filter !== undefined)]
  const axis = axisOf(spanOf({ range, from, to }, Date.now()))
  const body = {
    ...bodyOf<never>({ find, filters: all, range, from, to }, Date.now()),
    time_zone: timeZone,
  }
  return { axis, body, timeBucket: axis?.interval ?? ('auto' as const) }
}

async function readCounts(search: TraceFilters, condition: TraceFilter | undefined, signal: AbortSignal) {
  const read = (...more: readonly TraceFilter[]) => {
    const { axis, body, timeBucket } = scopeOf(search, [condition, ...more])
    const answer = call('readTraceAnalytics', {
      body: { ...body, customCharts: [{ ...countOverTime, timeBucket }] },
      signal,
    })
    return { axis, answer }
  }
  const { axis, answer } = read()
  const [all, failed] = await Promise.all([answer, read(failedFilter).answer])
  const [counts] = all.customCharts
  const key = counts!.series[0]!.key
  return {
    counts: counts!,
    failed: failed.customCharts[0]!,
    count: counts!.data.reduce((sum, row) => sum + (numberIn(row[key]) ?? 0), 0),
    isPartial: all.is_partial,
    axis,
  }
}

async function readMeasures(search: TraceFilters, condition: TraceFilter | undefined, signal: AbortSignal) {
  const { body, timeBucket } = scopeOf(search, [condition])
  const { customCharts } = await call('readTraceAnalytics', {
    body: {
      ...body,
      customCharts: [
        { id: 'measured', chartType: 'line', timeSeries: true, timeBucket, series: [...measures] },
        { id: 'totals', chartType: 'bar', series: [...measures] },
      ],
    },
    signal,
  })
  return { overTime: customCharts[0]!, total: customCharts[1]! }
}
