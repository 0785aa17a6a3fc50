import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Answer, call } from '../api/index.ts'
import {
  axisOf,
  ChartCard,
  type ChartData,
  type ChartSeries,
  chartDataOf,
  colorOf,
  numberIn,
  secondsOf,
  timesOf,
  withoutGaps,
} from '../charts/index.ts'
import { Problem, percent, TipButton } from '../design/index.ts'
import { Layers } from '../icons/index.ts'
import { type Filters, searchOf, spanOf } from './filter/filters.ts'
import { accuracyText, costText, money, percentileText, secondsText, wholeText } from './numbers.ts'

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

type Charts = Answer<'readCustomRequestAnalytics'>['customCharts']

type Stack = 'status' | 'model'
const stackKey = 'galley.log-stack'
const storedStack = (): Stack => (localStorage.getItem(stackKey) === 'model' ? 'model' : 'status')
/** The number of models in a chart: those with the most requests or cost. */
const maxModels = 8
const byModel = { timeSeries: true, groupByField: 'engine', limit: maxModels } as const

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const errorFilter = { field: 'status', operator: 'is', value: 'ERROR' } as const

/** Charts of requests, latency and cost over the chosen time range. */
export function RequestCharts({ filters, onSelect, onPick = onSelect, onReset, onCount }: Props) {
  const [stack, setStack] = useState<Stack>(storedStack)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['request-charts', filters, stack],
    queryFn: ({ signal }) => readCharts(filters, stack, signal),
  })
  const charts = useMemo(() => data && chartsOf(data), [data])
  const count = isPlaceholderData ? undefined : charts?.count
  useEffect(() => {
    if (count !== undefined) onCount?.(count)
  }, [count, onCount])
  const stackLabel = stack === 'model' ? 'Requests and errors' : 'Requests and cost by model'
  const select = (from: number, to: number) => onSelect(...timesOf(from, to))
  const pick = (from: number, to: number) => onPick(...timesOf(from, to))
  if (error && !data) return <Problem error={error} onRetry={refetch} className="mx-4 my-2 shrink-0" />
  const common = {
    span: data?.axis?.span,
    onSelect: select,
    onPick: pick,
    onReset,
    isStale: isPlaceholderData,
  }
  return (
    <div className="grid min-h-[133px] shrink-0 grid-cols-[repeat(3,minmax(15rem,1fr))] divide-x overflow-x-auto border-b bg-surface">
      {charts && (
        <>
          <ChartCard
            title="Requests"
            figure={
              <>
                {charts.count.toLocaleString('en')}{' '}
                <span className={charts.failed > 0 ? 'text-bad' : 'text-ink-faint'}>
                  {percent(charts.count === 0 ? 0 : charts.failed / charts.count)} errors
                </span>
              </>
            }
            {...charts.requests}
            format={wholeText}
            hasLegend={charts.isByModel}
            actions={
              <TipButton
                tip={stackLabel}
                aria-pressed={stack === 'model'}
                onClick={() => {
                  const next = stack === 'model' ? 'status' : 'model'
                  localStorage.setItem(stackKey, next)
                  setStack(next)
                }}
              >
                <Layers />
              </TipButton>
            }
            {...common}
          />
          <ChartCard
            title="Latency p95"
            figure={
              <>
                {percentileText(charts.latency, charts.percentiles)}{' '}
                <span className="text-small text-ink-faint">{accuracyText(charts.percentiles)}</span>
              </>
            }
            times={charts.times}
            series={charts.latencies}
            format={secondsText}
            {...common}
          />
          <ChartCard
            title="Cost"
            figure={costText(charts.cost, charts.unpriced)}
            {...charts.costs}
            format={money}
            {...common}
          />
        </>
      )}
    </div>
  )
}

const measures = [
  { key: 'latency', label: 'Latency p95', metric: 'percentile', metricField: 'latency_ms', percentile: 95 },
  { key: 'cost', label: 'Cost', metric: 'sum', metricField: 'cost' },
] as const

/** Reads all requests and the errors in two calls, so that errors can be subtracted from the totals. */
async function readCharts(filters: Filters, stack: Stack, signal: AbortSignal) {
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
  return { ...all, failed: failed.customCharts, axis }
}

function chartsOf({
  customCharts,
  latencyPercentiles,
  failed,
  axis,
}: Awaited<ReturnType<typeof readCharts>>) {
  const [counts, measured, totals, requestsByModel, costsByModel] = customCharts
  const dates = counts!.data.map(dateOf)
  const failures = new Map(failed[0]!.data.map((row) => [dateOf(row), firstOf(failed[0]!, row)]))
  const measuredAt = new Map(measured!.data.map((row) => [dateOf(row), row]))
  const valueLists = [
    counts!.data.map((row) => firstOf(counts!, row)),
    dates.map((date) => failures.get(date) ?? 0),
    ...measures.map(({ key }) => dates.map((date) => numberIn(measuredAt.get(date)?.[key]))),
  ]
  const { times, values } = withoutGaps(
    { times: dates.map(secondsOf), values: valueLists },
    [0, 0, null, 0],
    axis,
  )
  const series = (label: string, kind: ChartSeries['kind'], color: string, index: number): ChartSeries => ({
    label,
    kind,
    color,
    values: values[index]!,
  })
  const byModelRequests = requestsByModel && chartDataOf(requestsByModel, axis, 0, 'bars')
  const models = byModelRequests?.series.map(({ label }) => label)
  const sum = (index: number) => valueLists[index]!.reduce<number>((total, value) => total + (value ?? 0), 0)
  return {
    times,
    count: sum(0),
    failed: sum(1),
    latency: numberIn(totals!.data[0]?.['latency']),
    percentiles: latencyPercentiles,
    cost: numberIn(totals!.data[0]?.['cost']) ?? 0,
    unpriced: numberIn(totals!.data[0]?.['cost_unpriced']) ?? 0,
    isByModel: models !== undefined,
    requests: byModelRequests
      ? { ...byModelRequests, isStacked: true }
      : { times, series: [series('Requests', 'bars', 'accent', 0), series('Errors', 'bars', 'bad', 1)] },
    latencies: [series('Latency p95', 'line', 'accent', 2)],
    costs: costsByModel
      ? { ...colouredAs(models ?? [], chartDataOf(costsByModel, axis, 0, 'bars')), isStacked: true }
      : { times, series: [series('Cost', 'bars', 'accent', 3)] },
  }
}

/** Gives each model the same colour in both charts. */
function colouredAs(models: readonly string[], { series, ...rest }: ChartData): ChartData {
  const labels = [...new Set([...models, ...series.map(({ label }) => label)])]
  return {
    ...rest,
    series: series.map((series) => ({ ...series, color: colorOf(labels.indexOf(series.label)) })),
  }
}

type Row = Charts[number]['data'][number]

const firstOf = ({ series }: Charts[number], row: Row) => numberIn(row[series[0]!.key])
const dateOf = (row: Row): string => String(row['date'])
