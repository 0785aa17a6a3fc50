import { useMemo } from 'react'
import { type Axis, ChartCard, type ChartSeries, colorOf, withoutGaps } from '../../charts/index.ts'
import { percent } from '../../design/index.ts'
import { duration, money } from '../../requests/index.ts'
import type { Figures, Usage, UsageBy } from './queries.ts'

interface Props {
  readonly usage: Usage
  readonly by: UsageBy
  readonly axis: Axis | null
  readonly isStale: boolean
  readonly onSelect: (from: string, to: string) => void
}

export const groupName = (name: string | null, by: UsageBy): string =>
  name === null ? (by === 'version' ? 'No version' : 'No label') : by === 'version' ? `v${name}` : name

interface Chart {
  readonly title: string
  readonly kind: ChartSeries['kind']
  /** The value of a time without requests. */
  readonly empty: 0 | null
  readonly figureOf: (figures: Figures) => number | null
  readonly format: (value: number) => string
}

const charts: readonly Chart[] = [
  {
    title: 'Requests',
    kind: 'line',
    empty: 0,
    figureOf: ({ requests }) => requests,
    format: (value) => value.toLocaleString('en', { maximumFractionDigits: 0 }),
  },
  {
    title: 'Error rate',
    kind: 'line',
    empty: null,
    figureOf: ({ errors, requests }) => errors / requests,
    format: percent,
  },
  { title: 'Cost', kind: 'line', empty: 0, figureOf: ({ cost }) => cost, format: money },
  {
    title: 'Latency p95',
    kind: 'line',
    empty: null,
    figureOf: (figures) => figures.p95_latency_ms,
    format: duration,
  },
  {
    title: 'Score',
    kind: 'line',
    empty: null,
    figureOf: ({ score }) => score,
    format: (value) => value.toLocaleString('en', { maximumFractionDigits: 1 }),
  },
  {
    title: 'Tokens',
    kind: 'line',
    empty: 0,
    figureOf: (figures) => figures.input_tokens + figures.output_tokens,
    format: (value) => value.toLocaleString('en', { notation: 'compact' }),
  },
]

const maxLines = 6
const height = 150

/** Each figure over time, with one line for each of the groups with the most requests. */
export function UsageCharts({ usage, by, axis, isStale, onSelect }: Props) {
  const chartData = useMemo(
    () => charts.map((chart) => chartDataOf(chart, usage, by, axis)),
    [usage, by, axis],
  )
  return (
    <div className="grid grid-cols-3 border-b bg-surface max-[1200px]:grid-cols-2 max-[760px]:grid-cols-1 [&>*]:border-t [&>*]:border-r">
      {charts.map(({ title, format }, index) => (
        <ChartCard
          key={title}
          title={title}
          {...chartData[index]!}
          format={format}
          height={height}
          isStale={isStale}
          span={axis?.span}
          onSelect={(from, to) => onSelect(iso(from), iso(to))}
        />
      ))}
    </div>
  )
}

function chartDataOf({ kind, empty, figureOf }: Chart, { groups }: Usage, by: UsageBy, axis: Axis | null) {
  const largestGroups = groups.toSorted((a, b) => b.requests - a.requests).slice(0, maxLines)
  const dates = [
    ...new Set(largestGroups.flatMap(({ buckets }) => buckets.map(({ date }) => date))),
  ].toSorted()
  const lines = largestGroups.map(({ buckets }) => {
    const byDate = new Map(buckets.map((bucket) => [bucket.date, figureOf(bucket)]))
    return dates.map((date) => byDate.get(date) ?? empty)
  })
  const { times, values } = withoutGaps(
    { times: dates.map((date) => Date.parse(date) / 1000), values: lines },
    lines.map(() => empty),
    axis,
  )
  return {
    times,
    series: largestGroups.map(({ name }, index) => ({
      label: groupName(name, by),
      kind,
      color: colorOf(index),
      values: values[index]!,
    })),
  }
}

const iso = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString()
