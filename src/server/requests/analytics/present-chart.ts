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

/** What of a chart its presentation needs, whatever it is about. */
interface Presentable<Type extends string> {
  readonly id: string
  readonly title: string
  readonly chartType: Type
  readonly measures: readonly AnyMeasure[]
  readonly insights: Chart['insights']
}
type Presented = Presentable<string>
type AnyMeasure = Pick<Measure, 'key' | 'label' | 'metric' | 'unit' | 'percent'>

interface Drawn {
  /** Null: not over time. */
  readonly bucketing: Bucketing | null
  /** The groups, largest first; null where there are none. */
  readonly names: readonly string[] | null
  /** What to call groups that are named by an id. */
  readonly labels: ReadonlyMap<string, string> | null
  /** Of each measure. */
  readonly values: readonly (readonly Value[])[]
  /** Of each measure over everything, where ratios are asked for. */
  readonly totals: readonly (readonly Value[])[]
}

export function presentChart<Type extends string>(chart: Presentable<Type>, drawn: Drawn) {
  const isSeriesByGroup = drawn.names !== null && drawn.bucketing !== null
  return {
    id: chart.id,
    title: chart.title,
    chartType: chart.chartType,
    series: isSeriesByGroup ? groupSeries(chart, drawn) : chart.measures.map(seriesOf),
    data: isSeriesByGroup ? groupsOverTime(chart, drawn) : rowsOf(chart, drawn),
    derivedInsights: insightsOf(chart, drawn),
  }
}

/** What is said of percentiles of latency: whether they are those of the latencies, and how far they may be off. */
export const latencyPercentilesOf = (isExact: boolean) => ({
  isExact,
  relativeError: isExact ? 0 : bucketError,
})

export const seriesOf = (measure: AnyMeasure) => ({
  key: measure.key,
  label: measure.label,
  unit: measure.unit,
})

/** Names of groups are anybody's text, so keys are numbered. */
export const groupKey = (index: number): string => `group_${index + 1}`

function groupSeries({ measures }: Presented, { names, labels }: Drawn) {
  return names!.map((name, index) => ({
    key: groupKey(index),
    label: (labels?.get(name) ?? name).slice(0, 120),
    unit: measures[0]!.unit,
  }))
}

function groupsOverTime({ measures }: Presented, { bucketing, names, values }: Drawn) {
  const places = new Map(names!.map((name, index) => [name, index]))
  return inBuckets(values[0]!).map(([bucket, own]) => ({
    ...datesOf(bucketing!, bucket),
    ...Object.fromEntries(
      own.flatMap((value) => {
        const key = groupKey(places.get(value.name!)!)
        return [[key, shown(measures[0]!, value)], ...unpricedIn(key, value)]
      }),
    ),
  }))
}

function rowsOf({ measures }: Presented, { bucketing, names, labels, values }: Drawn) {
  if (bucketing)
    return inBuckets(values.flat()).map(([bucket]) => ({
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

const inBuckets = (values: readonly Value[]): [number, Value[]][] =>
  [...Map.groupBy(values, ({ bucket }) => bucket)].sort(([a], [b]) => a - b)

export function valuesOf(
  measures: readonly AnyMeasure[],
  values: Drawn['values'],
  isOf: (value: Value) => boolean,
) {
  const found = measures.map((measure, index) => ({ measure, value: values[index]!.find(isOf) }))
  return Object.fromEntries<number | null>([
    ...found.flatMap(({ measure, value }) => (value ? unpricedIn(measure.key, value) : [])),
    // Behind the counts, whose keys a caller may have given to another series.
    ...found.map(
      ({ measure, value }) => [measure.key, value ? shown(measure, value) : nothing(measure)] as const,
    ),
  ])
}

/** Beside a cost, how many requests it leaves out because their price is not known. */
export const unpricedIn = (key: string, { unpriced }: Value): [string, number][] =>
  unpriced === null ? [] : [[`${key}_unpriced`, Number(unpriced)]]

/** Of no requests there are none, and they add up to 0. */
const nothing = ({ metric }: AnyMeasure): number | null => (metric === 'count' || metric === 'sum' ? 0 : null)

/** Latencies in seconds, as everywhere in analytics. */
export function shown(measure: AnyMeasure, { value, latencies }: Value): number | null {
  const number = latencies === null ? value : latencyPercentile(readHistogram(latencies), measure.percent)
  return number === null || measure.unit !== 'duration_seconds' ? number : number / 1000
}

function insightsOf({ insights, measures }: Presented, { totals }: Drawn) {
  if (!insights) return null
  const totalOf = (key: string) => {
    const index = measures.findIndex((measure) => measure.key === key)
    const [total] = totals[index]!
    return total ? shown(measures[index]!, total) : null
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
