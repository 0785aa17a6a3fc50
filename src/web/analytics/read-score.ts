import type { ChosenInterval } from '../../engine/analytics/chosen-intervals.ts'
import { type Answer, call } from '../api/index.ts'
import { type Drawn, drawnOf, numberIn } from '../charts/index.ts'
import { type Filters, tracesBy } from '../requests/index.ts'
import type { ScoredSubject } from './breakdowns.ts'
import { chartScope } from './read-charts.ts'

type Chart = Pick<Answer<'readCustomRequestAnalytics'>['customCharts'][number], 'data' | 'series'>

const mostValues = 6

export interface ScoreOverTime {
  readonly drawn: Drawn
  /** True if the values are shares of categories, or of yes and no; false if they are means. */
  readonly isShares: boolean
  /** Requests, traces or sessions that have the score. */
  readonly scored: number
}

interface ScoreQuery {
  readonly filters: Filters
  readonly of: ScoredSubject
  readonly name: string
  readonly per: ChosenInterval | undefined
}

/** Reads the shares of a score with categories or with yes and no, and the mean of a score with numbers. */
export async function readScore(query: ScoreQuery, signal: AbortSignal): Promise<ScoreOverTime> {
  const read = query.of === 'requests' ? ofRequests : ofTraces
  const { values, mean } = await read(query, null, signal)
  if (values.length === 0) return { drawn: drawnOf(mean, null), isShares: false, scored: scoredIn(mean) }
  const { mean: shares } = await read(query, values, signal)
  return { drawn: drawnOf(shares, null), isShares: true, scored: scoredIn(shares) }
}

interface Charts {
  /** The most frequent categories, or yes and no. */
  readonly values: readonly string[]
  /** The mean over time, or the shares of `values`. */
  readonly mean: Chart
}

const timed = { id: 'mean', timeSeries: true, chartType: 'line' } as const
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

async function ofRequests(
  { filters, name, per }: ScoreQuery,
  values: readonly string[] | null,
  signal: AbortSignal,
): Promise<Charts> {
  const grouped = { id: 'values', chartType: 'bar', groupByScoreName: name, limit: mostValues } as const
  const { customCharts } = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(filters),
      interval: per ?? null,
      customCharts: [grouped, { ...timed, ...measuresOf(name, values) }],
    },
    signal,
  })
  return chartsIn(customCharts)
}

async function ofTraces(
  { filters, of, name, per }: ScoreQuery,
  values: readonly string[] | null,
  signal: AbortSignal,
): Promise<Charts> {
  const scoreSubject = of === 'sessions' ? 'session' : 'trace'
  const grouped = { id: 'values', chartType: 'bar', groupByScoreName: name, limit: mostValues } as const
  const timeBucket = per === 'day' || per === 'week' ? per : 'auto'
  const { customCharts } = await call('readTraceAnalytics', {
    body: {
      ...tracesBy(filters),
      customCharts: [
        { ...grouped, scoreSubject },
        { ...timed, ...measuresOf(name, values), scoreSubject, timeBucket },
      ],
    },
    signal,
  })
  return chartsIn(customCharts)
}

const chartsIn = ([grouped, mean]: readonly Chart[]): Charts => ({
  values: grouped!.data.map((row) => String(row['name'])),
  mean: mean!,
})

/** All series of one chart count the same requests, so the first is enough. */
const scoredIn = ({ data, series }: Chart): number =>
  data.reduce((sum, row) => sum + (numberIn(row[`${series[0]!.key}_scored`]) ?? 0), 0)
