import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ChartCard } from '../charts/index.ts'
import { Problem, SkeletonRows } from '../design/index.ts'
import {
  accuracyText,
  costText,
  duration,
  type Filters,
  money,
  percent,
  percentileText,
} from '../requests/index.ts'
import { drawnOf, errorRateOf, readOverTime, totalsOf } from './read-charts.ts'

interface Props {
  readonly filters: Filters
  readonly onSelect: (from: string, to: string) => void
}

const height = 180
const statusColors: Readonly<Record<string, string>> = {
  SUCCESS: 'accent',
  WARNING: 'warning-edge',
  ERROR: 'bad',
}
const statusNames: Readonly<Record<string, string>> = {
  SUCCESS: 'Success',
  WARNING: 'Warning',
  ERROR: 'Error',
}

/** How many, how slow, how expensive, how often wrong: over the time that is looked at. */
export function OverTime({ filters, onSelect }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analytics', 'over-time', filters],
    queryFn: ({ signal }) => readOverTime(filters, signal),
  })
  const shown = useMemo(() => {
    if (!data) return null
    const [counts, byStatus, latencies, costs, requests, totals] = data.customCharts
    const statuses = drawnOf(byStatus!, 0)
    return {
      requests: {
        ...statuses,
        series: statuses.series.map((one) => ({
          ...one,
          label: statusNames[one.label] ?? one.label,
          color: statusColors[one.label] ?? one.color,
        })),
      },
      errors: errorRateOf(counts!, byStatus!),
      latencies: drawnOf(latencies!, null),
      costs: drawnOf(costs!, 0),
      totals: totalsOf(requests!, totals!),
      percentiles: data.latencyPercentiles,
    }
  }, [data])
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!shown) return <SkeletonRows rows={12} />
  const { totals, percentiles } = shown
  const failed = shown.requests.series.find(({ label }) => label === 'Error')
  const errors = failed?.values.reduce<number>((total, value) => total + (value ?? 0), 0) ?? 0
  const common = {
    height,
    isStale: isPlaceholderData,
    onSelect: (from: number, to: number) => onSelect(iso(from), iso(to)),
  }
  const errorRate = percent(totals.requests === 0 ? 0 : errors / totals.requests)
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
      <div className="grid grid-cols-2 border-b bg-surface max-[1000px]:grid-cols-1 [&>*]:border-t [&>*:nth-child(even)]:border-l">
        <ChartCard title="Requests by status" {...shown.requests} format={whole} {...common} />
        <ChartCard title="Error rate" {...shown.errors} format={percent} {...common} />
        <ChartCard
          title="Latency"
          figure={<span className="text-small text-ink-faint">{accuracyText(percentiles)}</span>}
          {...shown.latencies}
          format={seconds}
          {...common}
        />
        <ChartCard title="Cost by model" {...shown.costs} format={money} {...common} />
      </div>
    </>
  )
}

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

const whole = (value: number): string => (Number.isInteger(value) ? value.toLocaleString('en') : '')
const seconds = (value: number): string => duration(value * 1000).replace('.00 s', ' s')
const iso = (at: number): string => new Date(Math.round(at * 1000)).toISOString()
