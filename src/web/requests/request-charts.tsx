import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/index.ts'
import { axisOf } from '../charts/index.ts'
import { Problem, TipButton } from '../design/index.ts'
import { Layers } from '../icons/index.ts'
import { type Filters, searchOf, spanOf } from './filter/filters.ts'
import { type Volume, VolumeCharts } from './volume-charts.tsx'

interface Props {
  readonly filters: Filters
  /** Called with the dragged range, as two times for the address. */
  readonly onSelect: (from: string, to: string) => void
  /** Called with the times of a clicked bucket; absent if a click narrows the range to it. */
  readonly onPick?: (from: string, to: string) => void
  /** Called to remove the dragged range; absent without one. */
  readonly onReset: (() => void) | undefined
  /** Called with the number of requests, because the search counts only up to a limit. */
  readonly onCount?: (count: number) => void
}

type Stack = 'status' | 'model'
const stackKey = 'galley.log-stack'
const storedStack = (): Stack => (localStorage.getItem(stackKey) === 'model' ? 'model' : 'status')
/** The number of models in a chart: those with the most requests or cost. */
const maxModels = 8
const byModel = { timeSeries: true, groupByField: 'engine', limit: maxModels } as const

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const errorFilter = { field: 'status', operator: 'is', value: 'ERROR' } as const

/** Charts of requests, latency and cost over the chosen time range. */
export function RequestCharts({ filters, ...range }: Props) {
  const [stack, setStack] = useState<Stack>(storedStack)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['request-charts', filters, stack],
    queryFn: ({ signal }) => readCharts(filters, stack, signal),
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} className="mx-4 my-2 shrink-0" />
  if (!data) return <div className="min-h-[133px] shrink-0 border-b bg-surface" />
  const isByModel = stack === 'model'
  return (
    <VolumeCharts
      volume={data}
      countTitle="Requests"
      latencyTitle="Latency p95"
      isStale={isPlaceholderData}
      actions={
        <TipButton
          tip={isByModel ? 'Requests and errors' : 'Requests and cost by model'}
          aria-pressed={isByModel}
          onClick={() => {
            const next = isByModel ? 'status' : 'model'
            localStorage.setItem(stackKey, next)
            setStack(next)
          }}
        >
          <Layers />
        </TipButton>
      }
      {...range}
    />
  )
}

const measures = [
  { key: 'latency', label: 'Latency p95', metric: 'percentile', metricField: 'latency_ms', percentile: 95 },
  { key: 'cost', label: 'Cost', metric: 'sum', metricField: 'cost' },
] as const

/** Reads all requests and the errors in two calls, so that errors can be subtracted from the totals. */
async function readCharts(filters: Filters, stack: Stack, signal: AbortSignal): Promise<Volume> {
  const search = searchOf(filters, Date.now())
  const axis = axisOf(spanOf(filters, Date.now()))
  const common = { q: search.q, time_zone: timeZone, interval: axis?.interval ?? null }
  const errorGroup = {
    logic: 'AND' as const,
    filters: [...(search.filter_group?.filters ?? []), errorFilter],
  }
  const count = { id: 'count', chartType: 'bar' as const, timeSeries: true }
  const [all, failed] = await Promise.all([
    call('readCustomRequestAnalytics', {
      body: {
        ...common,
        ...(search.filter_group && { filter_group: search.filter_group }),
        customCharts: [
          count,
          { id: 'measured', chartType: 'line', timeSeries: true, series: [...measures] },
          { id: 'totals', chartType: 'bar', series: [...measures] },
          ...(stack === 'model'
            ? ([
                { id: 'requests-by-model', chartType: 'bar', ...byModel },
                { id: 'cost-by-model', chartType: 'bar', metric: 'sum', metricField: 'cost', ...byModel },
              ] as const)
            : []),
        ],
      },
      signal,
    }),
    call('readCustomRequestAnalytics', {
      body: { ...common, filter_group: errorGroup, customCharts: [count] },
      signal,
    }),
  ])
  const [counts, overTime, total, countsByModel, costs] = all.customCharts
  return {
    counts: counts!,
    failed: failed.customCharts[0]!,
    measured: { overTime: overTime!, total: total! },
    byModel: countsByModel && costs ? { counts: countsByModel, costs } : null,
    percentiles: all.latencyPercentiles,
    axis,
  }
}
