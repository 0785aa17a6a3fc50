import {
  type Bucketing,
  type Chart,
  dateLabelOf,
  dateOf,
  latencyPercentile,
  type Measure,
  readHistogram,
  unitOf,
} from '../../../engine/analytics/index.ts'
import type { Value } from './chart-queries.ts'

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

export function presentChart(chart: Chart, drawn: Drawn) {
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

const seriesOf = (measure: Measure) => ({ key: measure.key, label: measure.label, unit: unitOf(measure) })

/** Names of groups are anybody's text, so keys are numbered. */
const groupKey = (index: number): string => `group_${index + 1}`

function groupSeries({ measures }: Chart, { names, labels }: Drawn) {
  return names!.map((name, index) => ({
    key: groupKey(index),
    label: (labels?.get(name) ?? name).slice(0, 120),
    unit: unitOf(measures[0]!),
  }))
}

function groupsOverTime({ measures }: Chart, { bucketing, names, values }: Drawn) {
  const places = new Map(names!.map((name, index) => [name, index]))
  return inBuckets(values[0]!).map(([bucket, own]) => ({
    ...datesOf(bucketing!, bucket),
    ...Object.fromEntries(
      own.map((value) => [groupKey(places.get(value.name!)!), shown(measures[0]!, value)]),
    ),
  }))
}

function rowsOf({ measures }: Chart, { bucketing, names, labels, values }: Drawn) {
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

function valuesOf(measures: readonly Measure[], values: Drawn['values'], isOf: (value: Value) => boolean) {
  return Object.fromEntries(
    measures.map((measure, index) => {
      const value = values[index]!.find(isOf)
      return [measure.key, value ? shown(measure, value) : nothing(measure)]
    }),
  )
}

/** Of no requests there are none, and they add up to 0. */
const nothing = ({ metric }: Measure): number | null => (metric === 'count' || metric === 'sum' ? 0 : null)

/** Latencies in seconds, as everywhere in analytics. */
function shown(measure: Measure, { value, latencies }: Value): number | null {
  const number = latencies === null ? value : latencyPercentile(readHistogram(latencies), measure.percent)
  return number === null || measure.field !== 'latency_ms' ? number : number / 1000
}

function insightsOf({ insights, measures }: Chart, { totals }: Drawn) {
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
