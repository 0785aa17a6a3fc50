import type { Answer } from '../api/index.ts'
import type { Axis } from './axis.ts'
import { type ChartSeries, colorOf } from './chart.tsx'
import { numberIn, otherKey } from './number-in.ts'
import type { Span } from './partial-buckets.ts'
import { secondsOf } from './seconds-of.ts'
import { withoutGaps } from './without-gaps.ts'

type Chart = Answer<'readCustomRequestAnalytics'>['customCharts'][number]

/** The series of a chart over time, with a value for every bucket. */
export interface ChartData {
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  /** The chosen range; null if the chart begins and ends with its data. */
  readonly span: Span | null
}

/** Converts a chart of the API, whose buckets have the width of the axis, to series. Buckets without requests are `empty`. */
export function chartDataOf(
  { data, series }: Pick<Chart, 'data' | 'series'>,
  axis: Axis | null,
  empty: 0 | null,
  kind: ChartSeries['kind'] = 'line',
): ChartData {
  const { times, values } = withoutGaps(
    {
      times: data.map((row) => secondsOf(row['date'])),
      values: series.map(({ key }) => data.map((row) => numberIn(row[key]) ?? empty)),
    },
    series.map(() => empty),
    axis,
  )
  return {
    times,
    span: axis?.span ?? null,
    series: series.map(({ key, label }, index) => ({
      label,
      kind,
      color: key === otherKey ? 'ink-soft' : colorOf(index),
      values: values[index]!,
    })),
  }
}

const statuses = [
  { value: 'ERROR', label: 'Error', color: 'bad' },
  { value: 'WARNING', label: 'Warning', color: 'warning-edge' },
  { value: 'SUCCESS', label: 'Success', color: 'accent' },
]

/** Names and colours the series of statuses. Errors are at the bottom, where heights are easy to compare. */
export const byStatus = ({ series, ...rest }: ChartData): ChartData => ({
  ...rest,
  series: statuses.flatMap(({ value, label, color }) =>
    series.filter((series) => series.label === value).map((series) => ({ ...series, label, color })),
  ),
})
