import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  byStatus,
  ChartCard,
  type ChartData,
  chartDataOf,
  periodBefore,
  timesOf,
  withOther,
} from '../charts/index.ts'
import { Button, Problem, percent, Segmented, SkeletonRows, SmallFigure } from '../design/index.ts'
import {
  accuracyText,
  changeText,
  type Filters,
  money,
  percentileText,
  secondsText,
  spanOf,
  speedText,
  wholeText,
} from '../requests/index.ts'
import type { BucketWidth, Stack } from './breakdowns.ts'
import {
  errorRateOf,
  readBefore,
  readFirstTokens,
  readOverTime,
  type Totals,
  totalsOf,
} from './read-charts.ts'

interface Props {
  readonly filters: Filters
  readonly per: BucketWidth | undefined
  readonly stack: Stack
  readonly comparesBefore: boolean
  readonly onChange: (change: {
    per?: BucketWidth | undefined
    stack?: Stack
    alone?: true | undefined
  }) => void
  readonly onSelect: (from: string, to: string) => void
  /** Opens the requests of these times in the log. */
  readonly onPick: (from: string, to: string) => void
  readonly onReset: (() => void) | undefined
}

const height = 180
/** Percentiles of first tokens over 300,000 requests took 2 to 6 s on SQLite, because hourly sums lack them. */
const maxFirstTokenRequests = 100_000

/** The charts over time, the values of the previous period, and the charts of first tokens, which load later. */
function useOverTime({ filters, per, stack, comparesBefore }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analytics', 'over-time', filters, per, stack],
    queryFn: ({ signal }) => readOverTime(filters, { per, stack }, signal),
  })
  const before = useQuery({
    queryKey: ['analytics', 'before', filters, per],
    queryFn: ({ signal }) => readBefore(filters, { per, stack }, signal),
    enabled: comparesBefore && data !== undefined,
  })
  const charts = useMemo(() => {
    if (!data) return null
    const { axis } = data
    const [counts, ofStatus, latencies, costs, allCosts, requests, totals, byModel] = data.customCharts
    return {
      requests: byModel
        ? chartDataOf(withOther(byModel, counts!, 'Other'), axis, 0, 'bars')
        : byStatus(chartDataOf(ofStatus!, axis, 0, 'bars')),
      errors: errorRateOf(counts!, ofStatus!, axis),
      latencies: chartDataOf(latencies!, axis, null),
      costs: chartDataOf(withOther(costs!, allCosts!, 'Other'), axis, 0, 'bars'),
      totals: totalsOf(requests!, totals!),
      percentiles: data.latencyPercentiles,
    }
  }, [data])
  const hasManyRequests = (charts?.totals.requests ?? 0) > maxFirstTokenRequests
  const { data: firstTokens } = useQuery({
    queryKey: ['analytics', 'first-tokens', filters, per],
    queryFn: ({ signal }) => readFirstTokens(filters, per, signal),
    enabled: data !== undefined && !hasManyRequests,
    select: chartsOfFirstTokens,
  })
  const previous = useMemo(() => {
    if (!charts || !before.data || !comparesBefore) return null
    const { charts: chartsBefore, seconds } = before.data
    const [counts, costs, ofStatus, latencies] = chartsBefore
    if (counts!.data.length === 0) return null
    const valuesOf = (
      { times }: ChartData,
      { times: timesBefore, series }: ChartData,
      empty: number | null,
    ) => periodBefore(times, { times: timesBefore, values: series[0]?.values ?? [] }, seconds, empty)
    return {
      requests: valuesOf(charts.requests, chartDataOf(counts!, null, 0), 0),
      costs: valuesOf(charts.costs, chartDataOf(costs!, null, 0), 0),
      errors: valuesOf(charts.errors, errorRateOf(counts!, ofStatus!, null), null),
      latencies: valuesOf(charts.latencies, chartDataOf(latencies!, null, null), null),
    }
  }, [charts, before.data, comparesBefore])
  const chartsBefore = comparesBefore ? before.data?.charts : undefined
  const totalsBefore = chartsBefore ? totalsOf(chartsBefore[4]!, chartsBefore[5]!) : null
  return { charts, previous, totalsBefore, firstTokens, hasManyRequests, error, refetch, isPlaceholderData }
}

/** The charts of first tokens and of speed; null if no request has them. */
const chartsOfFirstTokens = ({ customCharts, axis }: Awaited<ReturnType<typeof readFirstTokens>>) =>
  customCharts[0]!.data.length > 0 ? customCharts.map((chart) => chartDataOf(chart, axis, null)) : null

/** Charts of requests, latency, cost and errors over time, with the previous period. */
export function OverTime(props: Props) {
  const { filters, per, stack, comparesBefore, onChange, onSelect, onPick, onReset } = props
  const { charts, previous, totalsBefore, firstTokens, hasManyRequests, error, refetch, isPlaceholderData } =
    useOverTime(props)
  if (error && !charts) return <Problem error={error} onRetry={refetch} />
  if (!charts) return <SkeletonRows rows={12} />
  const { totals, percentiles } = charts
  const common = {
    height,
    isStale: isPlaceholderData,
    onSelect: (from: number, to: number) => onSelect(...timesOf(from, to)),
    onPick: (from: number, to: number) => onPick(...timesOf(from, to)),
    onReset,
  }
  return (
    <>
      <Figures totals={totals} before={totalsBefore} percentiles={percentiles} />
      <div className="flex flex-wrap items-center gap-2 border-t bg-surface px-4 py-2">
        <Segmented
          label="Bucket"
          value={per ?? 'auto'}
          onChange={(next) => onChange({ per: next === 'auto' ? undefined : next })}
          choices={[
            { value: 'auto', label: 'Auto' },
            ...intervalsFor(filters).map((value) => ({ value, label: intervalNames[value] })),
          ]}
        />
        <Button
          aria-pressed={comparesBefore}
          className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          onClick={() => onChange({ alone: comparesBefore ? true : undefined })}
        >
          Compare with the previous period
        </Button>
      </div>
      <div className="grid grid-cols-2 border-b bg-surface max-[1000px]:grid-cols-1 [&>*]:border-t [&>*:nth-child(even)]:border-l">
        <ChartCard
          title={stack === 'status' ? 'Requests by status' : 'Requests by model'}
          {...charts.requests}
          before={previous?.requests}
          isStacked
          format={wholeText}
          actions={
            <Segmented
              label="Stacked by"
              className="h-6"
              value={stack}
              onChange={(next) => onChange({ stack: next })}
              choices={[
                { value: 'status', label: 'Status' },
                { value: 'engine', label: 'Model' },
              ]}
            />
          }
          {...common}
        />
        <ChartCard
          title="Error rate"
          {...charts.errors}
          before={previous?.errors}
          format={percent}
          {...common}
        />
        <ChartCard
          title="Latency"
          figure={<span className="text-small text-ink-faint">{accuracyText(percentiles)}</span>}
          {...charts.latencies}
          before={previous?.latencies}
          beforeLabel="p95 before"
          format={secondsText}
          {...common}
        />
        <ChartCard
          title="Cost by model"
          {...charts.costs}
          before={previous?.costs}
          isStacked
          format={money}
          {...common}
        />
        {hasManyRequests && (
          <p className="col-span-full px-4 py-2 text-small text-ink-faint">
            First token and tokens per second are charted for at most{' '}
            {maxFirstTokenRequests.toLocaleString('en')} requests. Narrow the filters.
          </p>
        )}
        {firstTokens && (
          <>
            <ChartCard title="First token" {...firstTokens[0]!} format={secondsText} {...common} />
            <ChartCard title="Tokens per second" {...firstTokens[1]!} format={speedText} {...common} />
          </>
        )}
      </div>
    </>
  )
}

const intervalNames: Record<BucketWidth, string> = { hour: 'Hour', day: 'Day', week: 'Week' }
const hourMilliseconds = 3_600_000
const maxBuckets = 1_000

/** Widths with at least two buckets in the times, and not too many. */
function intervalsFor(filters: Filters): BucketWidth[] {
  const span = spanOf(filters, Date.now())
  const hours = span ? (span.to - span.from) / hourMilliseconds : maxBuckets
  return [
    ...(hours <= maxBuckets ? (['hour'] as const) : []),
    ...(hours > 24 ? (['day'] as const) : []),
    ...(hours > 7 * 24 ? (['week'] as const) : []),
  ]
}

/** The key figures, with their changes from the previous period if it had requests. */
function Figures({ totals, before, percentiles }: FiguresProps) {
  const previous = before !== null && before.requests > 0 ? before : null
  const latency = (percentile: 'p50' | 'p95') => ({
    value: percentileText(totals[percentile], percentiles),
    ...changeOf(previous?.[percentile], totals[percentile], false),
  })
  const cost = changeOf(
    previous && isCostKnown(previous) ? previous.cost : null,
    isCostKnown(totals) ? totals.cost : null,
  )
  const unpriced = totals.unpriced > 0 && `${totals.unpriced.toLocaleString('en')} without a price`
  const tokenSum = totals.input + totals.output
  const hasTokens = tokenSum > 0 || totals.uncounted === 0
  const tokens = changeOf(previous && previous.input + previous.output, hasTokens ? tokenSum : null)
  const uncounted = totals.uncounted > 0 && `${totals.uncounted.toLocaleString('en')} without token counts`
  const figures = [
    {
      label: 'Requests',
      value: totals.requests.toLocaleString('en'),
      ...changeOf(previous?.requests, totals.requests),
    },
    {
      label: 'Error rate',
      value: totals.errorRate === null ? '–' : percent(totals.errorRate),
      ...changeOf(previous?.errorRate, totals.errorRate, false),
    },
    {
      label: 'Cost',
      value: isCostKnown(totals) ? money(totals.cost) : 'no price',
      change: [cost.change, unpriced].filter(Boolean).join(' · ') || undefined,
    },
    { label: 'Latency p50', ...latency('p50') },
    { label: 'Latency p95', ...latency('p95') },
    {
      label: 'Tokens in / out',
      value: hasTokens
        ? `${totals.input.toLocaleString('en')} / ${totals.output.toLocaleString('en')}`
        : 'no token counts',
      change: [tokens.change, uncounted].filter(Boolean).join(' · ') || undefined,
    },
  ]
  return (
    <dl
      aria-label="Totals"
      className="flex flex-wrap divide-x bg-surface [&>*]:flex-auto [&>*]:px-4 [&>*]:py-2"
    >
      {figures.map((figure) => (
        <SmallFigure key={figure.label} {...figure} />
      ))}
    </dl>
  )
}

interface FiguresProps {
  readonly totals: Totals
  /** The totals of the previous period; null if they are not compared. */
  readonly before: Totals | null
  readonly percentiles: Parameters<typeof percentileText>[1]
}

const isCostKnown = ({ cost, unpriced }: Totals): boolean => cost > 0 || unpriced === 0

/** A change from the previous period; empty if a value is not known. */
function changeOf(
  before: number | null | undefined,
  after: number | null,
  isGrowthGood?: boolean,
): { readonly change?: string; readonly isGood?: boolean } {
  if (before == null || after === null) return {}
  const isNeutral = isGrowthGood === undefined || before === after
  return {
    change: changeText(before, after),
    ...(!isNeutral && { isGood: after > before === isGrowthGood }),
  }
}
