import { type Bucketing, calendarMonth, intervalNamed, offsetsOf } from '../../../engine/analytics/index.ts'
import {
  parseTraceCharts,
  type TimeBucket,
  type TraceChart,
  type TraceGroupField,
  type TraceMetricField,
} from '../../../engine/analytics/traces/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Handler } from '../../http/handler.ts'
import {
  bucketingOf,
  chartsTimeout,
  finishIndex,
  presentChart,
  refusingTimeout,
} from '../../requests/index.ts'
import { chooseTraceDriver, type TraceDriver } from '../list/choose-driver-queries.ts'
import { newestWithWords } from '../list/find-traces.ts'
import { queryTraceRows } from '../list/query-trace-rows.ts'
import { startExtentQuery } from '../list/sort-queries.ts'
import { type TraceQuery, traceQuery } from '../list/trace-query.ts'
import { summariserOf } from '../summaries/summariser.ts'
import { isChartOfRows } from './chart-of-rows.ts'
import {
  type ChartQuery,
  type ChartValue,
  extentQuery,
  type GroupLimits,
  largestQuery,
  maxValues,
  measureQuery,
  timeBucket,
  valueBucket,
} from './chart-queries.ts'
import { groupValue, presentHierarchy, presentHistogram, presentTwoGroups } from './present-trace-chart.ts'
import { countedRows } from './relation-queries.ts'
import { byScore } from './score-queries.ts'
import { widthFor } from './width.ts'

export const readTraceAnalytics: Handler<'readTraceAnalytics'> = async ({ store, now }, { caller, body }) => {
  const charts = parseTraceCharts(body.customCharts)
  const query = traceQuery(store, caller.workspace, body, { now: now(), timeout: chartsTimeout })
  summariserOf(store).wake()
  await finishIndex(store)
  return refusingTimeout(async () => {
    const withWords = query.words ? await newestWithWords(query) : null
    let databaseDriver: Promise<TraceDriver> | null =
      withWords && Promise.resolve({ by: 'ids', ids: withWords.ids })
    const driverOf = (tracesQuery: TraceQuery) => {
      if (tracesQuery !== query) return chooseTraceDriver(tracesQuery)
      databaseDriver ??= chooseTraceDriver(query)
      return databaseDriver
    }
    const customCharts = []
    for (const chart of charts) {
      const read = async (tracesQuery: TraceQuery) =>
        new ChartReader(tracesQuery, await driverOf(tracesQuery), chart, body.time_zone).read()
      customCharts.push(await (isChartOfRows(chart) ? queryTraceRows(query, read) : read(query)))
    }
    return { success: true as const, is_partial: withWords?.isWhole === false, customCharts }
  })
}

/** Runs one chart. Each form of chart has its own queries. */
class ChartReader {
  readonly #query: TraceQuery
  readonly #driver: TraceDriver
  readonly #chart: TraceChart
  readonly #zone: string | null | undefined

  constructor(query: TraceQuery, driver: TraceDriver, chart: TraceChart, zone: string | null | undefined) {
    this.#query = query
    this.#driver = driver
    this.#chart = chart
    this.#zone = zone
  }

  async read() {
    const { id, title, chartType } = this.#chart
    return { id, title, chartType, ...(await this.#shape()), derivedInsights: null }
  }

  #shape() {
    const { shape } = this.#chart
    switch (shape.by) {
      case 'nothing':
        return this.#grouped(this.#chartQuery([]), null)
      case 'group':
        return this.#grouped(this.#chartQuery([shape.field]), null)
      case 'score':
        return this.#grouped(this.#byScore(shape.name), null)
      case 'time':
        return this.#overTime(shape.bucket, shape.field)
      case 'two_groups':
        return this.#twoGroups(this.#chartQuery(shape.fields))
      case 'hierarchy':
        return this.#hierarchy(this.#chartQuery(shape.fields))
      case 'value':
        return this.#histogram(shape.field, shape.interval)
    }
  }

  async #grouped(query: ChartQuery, bucketing: Bucketing | null) {
    const names = query.groups > 0 ? await this.#largest(query, 0) : null
    const values = await this.#values(query, names ? [{ index: 0, names }] : [])
    const { series, data } = presentChart(
      { ...this.#chart, insights: null },
      { bucketing, names, labels: null, values: values.map((value) => value.map(groupValue)), totals: [] },
    )
    return { series, data }
  }

  async #overTime(bucket: TimeBucket, field: TraceGroupField | null) {
    const query = this.#chartQuery(field ? [field] : [])
    const [extent] = await this.#query.runQuery(startExtentQuery(this.#query))
    const bucketing = this.#bucketing(bucket, { start: extent!.minimum, end: extent!.maximum })
    return this.#grouped({ ...query, bucket: timeBucket(query.store, bucketing) }, bucketing)
  }

  #bucketing(bucket: TimeBucket, extent: Parameters<typeof bucketingOf>[0]): Bucketing {
    if (bucket === 'auto') return bucketingOf(extent, this.#zone)
    const offsets = offsetsOf(this.#zone, extent.start ?? 0, extent.end ?? 0)
    return { interval: bucket === 'month' ? calendarMonth : intervalNamed(bucket), offsets }
  }

  async #twoGroups(query: ChartQuery) {
    const rows = await this.#largest(query, 0)
    const columns = await this.#largest(query, 1)
    const limits = [
      { index: 0, names: rows },
      { index: 1, names: columns },
    ]
    return presentTwoGroups(this.#chart, rows, columns, await this.#values(query, limits))
  }

  async #hierarchy(query: ChartQuery) {
    const { measures, limit } = this.#chart
    const indexes = Array.from({ length: query.groups }, (_, index) => index)
    const leaves = await this.#query.runQuery(largestQuery(query, indexes, measures[0]!, limit))
    const paths = leaves.map((leaf) => indexes.map((index) => leaf[`n${index}`]!))
    const limits = indexes.map((index) => ({
      index,
      names: [...new Set(paths.map((path) => path[index]!))],
    }))
    return presentHierarchy(this.#chart, paths, await this.#values(query, limits))
  }

  async #histogram(field: TraceMetricField, interval: number | null) {
    const query = this.#chartQuery([], [field])
    const width = interval ?? widthFor((await this.#query.runQuery(extentQuery(query, field)))[0]!)
    const bucket = valueBucket(field, width)
    return presentHistogram(this.#chart, width, await this.#values({ ...query, bucket }, []))
  }

  #chartQuery(groups: readonly TraceGroupField[], extraFields: readonly TraceMetricField[] = []): ChartQuery {
    const { measures, level } = this.#chart
    const { store, workspace } = this.#query
    const measuredFields = measures.flatMap(({ field }) =>
      field === null || field === 'score' ? [] : [field],
    )
    const rows = countedRows(this.#query, this.#driver, level, [...extraFields, ...measuredFields], groups)
    const scored = { workspace, subject: level === 'session' ? level : ('trace' as const) }
    return { store, rows, groups: groups.length, scored, bucket: null }
  }

  #byScore(name: string): ChartQuery {
    const query = this.#chartQuery([])
    return { ...query, rows: byScore(query.store, query.scored, name, query.rows), groups: 1 }
  }

  async #largest(query: ChartQuery, index: number): Promise<string[]> {
    const { measures, limit } = this.#chart
    const rows = await this.#query.runQuery(largestQuery(query, [index], measures[0]!, limit))
    return rows.map(({ n0 }) => n0!)
  }

  async #values(query: ChartQuery, limits: GroupLimits): Promise<ChartValue[][]> {
    const values: ChartValue[][] = []
    for (const measure of this.#chart.measures) {
      const rows = await this.#query.runQuery(measureQuery(query, measure, limits))
      if (rows.length > maxValues) throw tooManyValues()
      values.push(rows)
    }
    return values
  }
}

const tooManyValues = () =>
  new Refusal('bad_request', `A chart would have more than ${maxValues} values. Use wider buckets.`)
