import { type Answer, call } from '../api/index.ts'
import { type Axis, type ChartData, chartDataOf, numberIn } from '../charts/index.ts'
import { type Filters, traceSearchOf } from '../requests/index.ts'
import type { BucketWidth, ScoredSubject } from './breakdowns.ts'
import { axisFor, chartScope } from './read-charts.ts'

type Chart = Pick<Answer<'readCustomRequestAnalytics'>['customCharts'][number], 'data' | 'series'>

const maxValues = 6

export interface ScoreOverTime {
  readonly chart: ChartData
  /** True if the values are shares of categories, or of yes and no; false if they are means. */
  readonly isShares: boolean
  /** Requests, traces or sessions that have the score. */
  readonly scored: number
}

interface ScoreQuery {
  readonly filters: Filters
  readonly subject: ScoredSubject
  readonly name: string
  readonly interval: BucketWidth | undefined
}

/** Reads the shares of a score with categories or with yes and no, and the mean of a score with numbers. */
export async function readScore(query: ScoreQuery, signal: AbortSignal): Promise<ScoreOverTime> {
  const readCharts = query.subject === 'requests' ? readRequestCharts : readTraceCharts
  const axis = axisFor(query.filters, query.interval)
  const { values, overTime: mean } = await readCharts(query, axis, null, signal)
  if (values.length === 0)
    return { chart: chartDataOf(mean, axis, null), isShares: false, scored: countScored(mean) }
  const { overTime: shares } = await readCharts(query, axis, values, signal)
  return { chart: chartDataOf(shares, axis, null), isShares: true, scored: countScored(shares) }
}

interface Charts {
  /** The most frequent categories, or yes and no. */
  readonly values: readonly string[]
  /** The mean over time, or the shares of `values`. */
  readonly overTime: Chart
}

const overTime = { id: 'mean', timeSeries: true, chartType: 'line' } as const
const meanOf = (scoreName: string) => ({ metric: 'avg', metricField: 'score', scoreName }) as const

/** A single value needs no series. */
const measuresOf = (name: string, values: readonly string[] | null) =>
  values === null || values.length === 1
    ? {
        ...meanOf(name),
        title: values ? values[0]!.slice(0, 120) : 'Mean',
        ...(values && { scoreValue: values[0]! }),
      }
    : {
        series: values.map((scoreValue, index) => ({
          key: `value-${index}`,
          label: scoreValue.slice(0, 120),
          scoreValue,
          ...meanOf(name),
        })),
      }

async function readRequestCharts(
  { filters, name, interval }: ScoreQuery,
  axis: Axis | null,
  values: readonly string[] | null,
  signal: AbortSignal,
): Promise<Charts> {
  const grouped = { id: 'values', chartType: 'bar', groupByScoreName: name, limit: maxValues } as const
  const { customCharts } = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(filters),
      interval: axis?.interval ?? interval ?? null,
      customCharts: [grouped, { ...overTime, ...measuresOf(name, values) }],
    },
    signal,
  })
  return chartsIn(customCharts)
}

async function readTraceCharts(
  { filters, subject, name, interval }: ScoreQuery,
  axis: Axis | null,
  values: readonly string[] | null,
  signal: AbortSignal,
): Promise<Charts> {
  const scoreSubject = subject === 'sessions' ? 'session' : 'trace'
  const grouped = { id: 'values', chartType: 'bar', groupByScoreName: name, limit: maxValues } as const
  const timeBucket = axis?.interval ?? interval ?? 'auto'
  const { customCharts } = await call('readTraceAnalytics', {
    body: {
      ...traceSearchOf(filters),
      customCharts: [
        { ...grouped, scoreSubject },
        { ...overTime, ...measuresOf(name, values), scoreSubject, timeBucket },
      ],
    },
    signal,
  })
  return chartsIn(customCharts)
}

const chartsIn = ([grouped, overTime]: readonly Chart[]): Charts => ({
  values: grouped!.data.map((row) => String(row['name'])),
  overTime: overTime!,
})

/** All series of one chart count the same requests, so the first is enough. */
const countScored = ({ data, series }: Chart): number =>
  data.reduce((sum, row) => sum + (numberIn(row[`${series[0]!.key}_scored`]) ?? 0), 0)
