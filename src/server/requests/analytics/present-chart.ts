import {
  type Bucketing,
  bucketError,
  type Chart,
  dateLabelOf,
  dateOf,
  latencyPercentile,
  type Measure,
  readHistogram,
} from '../../../engine/analytics/index.ts'
import type { Value } from './chart-queries.ts'
import type { ChartValues } from './chart-values.ts'

/** The parts of a chart that presentation needs. Charts of requests and of traces share them. */
interface Presentable<Type extends string> {
  readonly id: string
  readonly title: string
  readonly chartType: Type
  readonly measures: readonly AnyMeasure[]
  readonly insights: Chart['insights']
}
type Presented = Presentable<string>
type AnyMeasure = Pick<Measure, 'key' | 'label' | 'metric' | 'unit' | 'percent'>

interface ChartData extends Omit<ChartValues, 'isExact'> {
  /** Null if the chart is not over time. */
  readonly bucketing: Bucketing | null
  /** Display names, for groups whose name is an id. */
  readonly labels: ReadonlyMap<string, string> | null
}

export function presentChart<Type extends string>(chart: Presentable<Type>, data: ChartData) {
  const isSeriesByGroup = data.names !== null && data.bucketing !== null
  return {
    id: chart.id,
    title: chart.title,
    chartType: chart.chartType,
    series: isSeriesByGroup ? groupSeries(chart, data) : chart.measures.map(seriesOf),
    data: isSeriesByGroup ? groupsOverTime(chart, data) : rowsOf(chart, data),
    derivedInsights: insightsOf(chart, data),
  }
}

/** Says whether percentiles of latency are exact, and their largest relative error. */
export const latencyPercentilesOf = (isExact: boolean) => ({
  isExact,
  relativeError: isExact ? 0 : bucketError,
})

export const seriesOf = (measure: AnyMeasure) => ({
  key: measure.key,
  label: measure.label,
  unit: measure.unit,
})

/** A key for a group: its number, because its name may be any text. */
export const groupKey = (index: number): string => `group_${index + 1}`

function groupSeries({ measures }: Presented, { names, labels }: ChartData) {
  return names!.map((name, index) => ({
    key: groupKey(index),
    label: (labels?.get(name) ?? name).slice(0, 120).toWellFormed(),
    unit: measures[0]!.unit,
  }))
}

function groupsOverTime({ measures }: Presented, { bucketing, names, values }: ChartData) {
  const indexes = new Map(names!.map((name, index) => [name, index]))
  return groupByBucket(values[0]!).map(([bucket, bucketValues]) => ({
    ...datesOf(bucketing!, bucket),
    ...Object.fromEntries(
      bucketValues.flatMap((value) => {
        const key = groupKey(indexes.get(value.name!)!)
        return [[key, displayedValue(measures[0]!, value)], ...countsOfValue(key, value)]
      }),
    ),
  }))
}

function rowsOf({ measures }: Presented, { bucketing, names, labels, values }: ChartData) {
  if (bucketing)
    return groupByBucket(values.flat()).map(([bucket]) => ({
      ...datesOf(bucketing, bucket),
      ...valuesOf(measures, values, (value) => value.bucket === bucket),
    }))
  if (!names) return [{ name: 'all', ...valuesOf(measures, values, () => true) }]
  return names.map((name) => ({
    name,
    ...(labels && { label: labels.get(name) ?? name }),
    ...valuesOf(measures, values, (value) => value.name === name),
  }))
}

const datesOf = (bucketing: Bucketing, bucket: number) => ({
  date: dateOf(bucketing, bucket),
  dateLabel: dateLabelOf(bucketing, bucket),
})

const groupByBucket = (values: readonly Value[]): [number, Value[]][] =>
  [...Map.groupBy(values, ({ bucket }) => bucket)].sort(([a], [b]) => a - b)

export function valuesOf(
  measures: readonly AnyMeasure[],
  values: ChartData['values'],
  matches: (value: Value) => boolean,
) {
  const measured = measures.map((measure, index) => ({ measure, value: values[index]!.find(matches) }))
  return Object.fromEntries<number | null>([
    ...measured.flatMap(({ measure, value }) => (value ? countsOfValue(measure.key, value) : [])),
    // The measures come last and replace counts with the same key, because a caller may have named a series like a
    // count.
    ...measured.map(
      ({ measure, value }) =>
        [measure.key, value ? displayedValue(measure, value) : emptyValue(measure)] as const,
    ),
  ])
}

/**
 * The count that belongs to a value: for a cost, the requests without a known price; for tokens, the requests without
 * token counts; for a score, the requests that have the score.
 */
export const countsOfValue = (
  key: string,
  counts: Pick<Value, 'unpriced' | 'uncounted' | 'scored'>,
): [string, number][] =>
  (['unpriced', 'uncounted', 'scored'] as const).flatMap((count): [string, number][] =>
    counts[count] === null ? [] : [[`${key}_${count}`, Number(counts[count])]],
  )

/** The value over no requests: 0 for a count or sum, otherwise null. */
const emptyValue = ({ metric }: AnyMeasure): number | null =>
  metric === 'count' || metric === 'sum' ? 0 : null

/** The value as it is shown. Latencies are shown in seconds, as in all analytics. */
export function displayedValue(measure: AnyMeasure, { value, latencies }: Value): number | null {
  const number = latencies === null ? value : latencyPercentile(readHistogram(latencies), measure.percent)
  return number === null || measure.unit !== 'duration_seconds' ? number : number / 1000
}

function insightsOf({ insights, measures }: Presented, { totals }: ChartData) {
  if (!insights) return null
  const totalOf = (key: string) => {
    const index = measures.findIndex((measure) => measure.key === key)
    const [total] = totals[index]!
    const measure = measures[index]!
    // A sum without the unknown prices would make the ratio too small.
    const isUnknown = measure.metric === 'sum' && Number(total?.unpriced ?? 0) > 0
    return total && !isUnknown ? displayedValue(measure, total) : null
  }
  return insights.map(({ label, numeratorSeriesKey, denominatorSeriesKey }) => {
    const [part, whole] = [totalOf(numeratorSeriesKey), totalOf(denominatorSeriesKey)]
    return {
      type: 'ratio' as const,
      label,
      numeratorSeriesKey,
      denominatorSeriesKey,
      ...(part !== null && whole !== null && whole !== 0 && { value: part / whole }),
    }
  })
}
