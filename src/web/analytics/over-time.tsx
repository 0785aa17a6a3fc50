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
import { Button, Problem, percent, Segmented, SkeletonRows } from '../design/index.ts'
import {
  accuracyText,
  costText,
  type Filters,
  money,
  percentileText,
  secondsText,
  spanOf,
  speedText,
  wholeText,
} from '../requests/index.ts'
import type { Stack } from './breakdowns.ts'
import { errorRateOf, readBefore, readFirstTokens, readOverTime, totalsOf } from './read-charts.ts'

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
      errorCount: errorsIn(statuses),
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
  const errorRate = totals.requests === 0 ? '–' : percent(shown.errorCount / totals.requests)
  return (
    <>
      <Figures
        figures={[
          ['Requests', totals.requests.toLocaleString('en')],
          ['Error rate', errorRate],
          ['Cost', costText(totals.cost, totals.unpriced)],
          ['Latency p50', percentileText(totals.p50, percentiles)],
          ['Latency p95', percentileText(totals.p95, percentiles)],
          ['Tokens in / out', `${totals.input.toLocaleString('en')} / ${totals.output.toLocaleString('en')}`],
        ]}
      />
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

const errorsIn = ({ series }: Drawn): number =>
  series
    .filter(({ label }) => label === 'ERROR')
    .flatMap(({ values }) => values)
    .reduce<number>((total, value) => total + (value ?? 0), 0)

const Figures = ({ figures }: { figures: readonly (readonly [string, string])[] }) => (
  <dl aria-label="Totals" className="flex flex-wrap divide-x bg-surface">
    {figures.map(([name, value]) => (
      <div key={name} className="flex-auto px-4 py-2">
        <dt className="text-small text-ink-faint">{name}</dt>
        <dd className="text-title font-semibold tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
