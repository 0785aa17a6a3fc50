import type { ChosenInterval } from '../../engine/analytics/chosen-intervals.ts'
import { type Answer, call } from '../api/index.ts'
import { type Drawn, drawnOf, numberIn } from '../charts/index.ts'
import type { Filters } from '../requests/index.ts'
import { askedBy } from './read-charts.ts'

type Chart = Answer<'readCustomRequestAnalytics'>['customCharts'][number]

const mostValues = 6

export interface ScoreOverTime {
  readonly drawn: Drawn
  /** Values are shares of categories, or of yes and no; else means. */
  readonly isShares: boolean
  /** Requests that have the score. */
  readonly scored: number
}

/** Shares of a score with categories, or with yes and no; the mean of one with numbers. */
export async function readScore(
  filters: Filters,
  name: string,
  per: ChosenInterval | undefined,
  signal: AbortSignal,
): Promise<ScoreOverTime> {
  const common = { ...askedBy(filters), interval: per ?? null }
  const timed = { timeSeries: true, chartType: 'line' } as const
  const mean = { metric: 'avg', metricField: 'score', scoreName: name } as const
  const answer = await call('readCustomRequestAnalytics', {
    body: {
      ...common,
      customCharts: [
        { id: 'values', chartType: 'bar', groupByScoreName: name, limit: mostValues },
        { ...timed, id: 'mean', ...mean, title: 'Mean' },
      ],
    },
    signal,
  })
  const [values, means] = answer.customCharts as [Chart, Chart]
  if (values.data.length === 0)
    return { drawn: drawnOf(means, null), isShares: false, scored: scoredIn(means) }
  const series = values.data.map((row, index) => {
    const scoreValue = String(row['name'])
    return { key: `value-${index}`, label: scoreValue.slice(0, 120), ...mean, scoreValue }
  })
  const ofValues = await call('readCustomRequestAnalytics', {
    body: { ...common, customCharts: [{ ...timed, id: 'shares', series }] },
    signal,
  })
  const [shares] = ofValues.customCharts as [Chart]
  return { drawn: drawnOf(shares, null), isShares: true, scored: scoredIn(shares) }
}

/** All series of such a chart have the same requests. */
const scoredIn = ({ data, series }: Chart): number =>
  data.reduce((sum, row) => sum + (numberIn(row[`${series[0]!.key}_scored`]) ?? 0), 0)
