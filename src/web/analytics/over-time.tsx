import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChosenInterval } from '../../engine/analytics/chosen-intervals.ts'
import {
  byStatus,
  ChartCard,
  type Drawn,
  drawnOf,
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
import type { Stack } from './breakdowns.ts'
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
  readonly per: ChosenInterval | undefined
  readonly stack: Stack
  readonly comparesBefore: boolean
  readonly onChange: (change: {
    per?: ChosenInterval | undefined
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
const mostRead = 100_000

/** Charts of requests, latency, cost and errors over time, with the previous period. */
export function OverTime(props: Props) {
  const { filters, per, stack, comparesBefore, onChange, onSelect, onPick, onReset } = props
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analytics', 'over-time', filters, per, stack],
    queryFn: ({ signal }) => readOverTime(filters, { per, stack }, signal),
  })
  const before = useQuery({
    queryKey: ['analytics', 'before', filters, per],
    queryFn: ({ signal }) => readBefore(filters, { per, stack }, signal),
    enabled: comparesBefore && data !== undefined,
  })
  const shown = useMemo(() => {
    if (!data) return null
    const [counts, ofStatus, latencies, costs, allCosts, requests, totals, byModel] = data.customCharts
    const statuses = drawnOf(ofStatus!, 0, 'bars')
    return {
      requests: byModel ? drawnOf(withOther(byModel, counts!, 'Other'), 0, 'bars') : byStatus(statuses),
      errors: errorRateOf(counts!, ofStatus!),
      latencies: drawnOf(latencies!, null),
      costs: drawnOf(withOther(costs!, allCosts!, 'Other'), 0, 'bars'),
      totals: totalsOf(requests!, totals!),
      percentiles: data.latencyPercentiles,
    }
  }, [data])
  const hasManyRequests = (shown?.totals.requests ?? 0) > mostRead
  // The other charts do not wait for these, which read all requests.
  const { data: firstTokens } = useQuery({
    queryKey: ['analytics', 'first-tokens', filters, per],
    queryFn: ({ signal }) => readFirstTokens(filters, per, signal),
    enabled: data !== undefined && !hasManyRequests,
    select: ({ customCharts }) => (customCharts[0]!.data.length > 0 ? customCharts : null),
  })
  const ghosts = useMemo(() => {
    if (!shown || !before.data || !comparesBefore) return null
    const { charts, seconds } = before.data
    const [counts, costs, ofStatus, latencies] = charts
    if (counts!.data.length === 0) return null
    const ghostOf = (of: Drawn, drawn: Drawn, empty: number | null) =>
      periodBefore(of.times, { times: drawn.times, values: drawn.series[0]?.values ?? [] }, seconds, empty)
    return {
      requests: ghostOf(shown.requests, drawnOf(counts!, 0), 0),
      costs: ghostOf(shown.costs, drawnOf(costs!, 0), 0),
      errors: ghostOf(shown.errors, errorRateOf(counts!, ofStatus!), null),
      latencies: ghostOf(shown.latencies, drawnOf(latencies!, null), null),
    }
  }, [shown, before.data, comparesBefore])
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!shown) return <SkeletonRows rows={12} />
  const { totals, percentiles } = shown
  const common = {
    height,
    span: spanOf(filters, Date.now()),
    isStale: isPlaceholderData,
    onSelect: (from: number, to: number) => onSelect(...timesOf(from, to)),
    onPick: (from: number, to: number) => onPick(...timesOf(from, to)),
    onReset,
  }
  const chartsBefore = before.data?.charts
  const totalsBefore = chartsBefore ? totalsOf(chartsBefore[4]!, chartsBefore[5]!) : null
  return (
    <>
      <Figures totals={totals} before={comparesBefore ? totalsBefore : null} percentiles={percentiles} />
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
          className="aria-pressed:bg-raised"
          onClick={() => onChange({ alone: comparesBefore ? true : undefined })}
        >
          Compare with the previous period
        </Button>
      </div>
      <div className="grid grid-cols-2 border-b bg-surface max-[1000px]:grid-cols-1 [&>*]:border-t [&>*:nth-child(even)]:border-l">
        <ChartCard
          title={stack === 'status' ? 'Requests by status' : 'Requests by model'}
          {...shown.requests}
          before={ghosts?.requests}
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
          {...shown.errors}
          before={ghosts?.errors}
          format={percent}
          {...common}
        />
        <ChartCard
          title="Latency"
          figure={<span className="text-small text-ink-faint">{accuracyText(percentiles)}</span>}
          {...shown.latencies}
          before={ghosts?.latencies}
          beforeLabel="p95 before"
          format={secondsText}
          {...common}
        />
        <ChartCard
          title="Cost by model"
          {...shown.costs}
          before={ghosts?.costs}
          isStacked
          format={money}
          {...common}
        />
        {hasManyRequests && (
          <p className="col-span-full px-4 py-2 text-small text-ink-faint">
            First token and tokens per second are charted for at most {mostRead.toLocaleString('en')}{' '}
            requests. Narrow the filters.
          </p>
        )}
        {firstTokens && (
          <>
            <ChartCard
              title="First token"
              {...drawnOf(firstTokens[0]!, null)}
              format={secondsText}
              {...common}
            />
            <ChartCard
              title="Tokens per second"
              {...drawnOf(firstTokens[1]!, null)}
              format={speedText}
              {...common}
            />
          </>
        )}
      </div>
    </>
  )
}

const intervalNames: Record<ChosenInterval, string> = { hour: 'Hour', day: 'Day', week: 'Week' }
const hourMilliseconds = 3_600_000
/** A chart has at most 1,000 buckets. */
const mostHours = 1_000

/** Widths with at least two buckets in the times, and not too many. */
function intervalsFor(filters: Filters): ChosenInterval[] {
  const span = spanOf(filters, Date.now())
  const hours = span ? (span.to - span.from) / hourMilliseconds : mostHours
  return [
    ...(hours <= mostHours ? (['hour'] as const) : []),
    ...(hours > 24 ? (['day'] as const) : []),
    ...(hours > 7 * 24 ? (['week'] as const) : []),
  ]
}

/** The key figures, with their changes from the previous period if it had requests. */
function Figures({ totals, before, percentiles }: FiguresProps) {
  const was = before !== null && before.requests > 0 ? before : null
  const latency = (percentile: 'p50' | 'p95') => ({
    value: percentileText(totals[percentile], percentiles),
    ...changed(was?.[percentile], totals[percentile], false),
  })
  const cost = changed(was && isCostKnown(was) ? was.cost : null, isCostKnown(totals) ? totals.cost : null)
  const unpriced = totals.unpriced > 0 && `${totals.unpriced.toLocaleString('en')} without a price`
  const figures = [
    {
      label: 'Requests',
      value: totals.requests.toLocaleString('en'),
      ...changed(was?.requests, totals.requests),
    },
    {
      label: 'Error rate',
      value: totals.errorRate === null ? '–' : percent(totals.errorRate),
      ...changed(was?.errorRate, totals.errorRate, false),
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
      value: `${totals.input.toLocaleString('en')} / ${totals.output.toLocaleString('en')}`,
      ...changed(was && was.input + was.output, totals.input + totals.output),
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
function changed(
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
