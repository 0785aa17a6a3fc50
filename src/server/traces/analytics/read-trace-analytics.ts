import {
  type Bucketing,
  calendarMonth,
  dayInterval,
  type Interval,
  offsetsOf,
  weekInterval,
} from '../../../engine/analytics/index.ts'
import {
  parseTraceCharts,
  parseTraceFilter,
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
  queriesWithin,
  type RunQuery,
  refusingTimeout,
} from '../../requests/index.ts'
import {
  type Drawing,
  type Drawn,
  extentQuery,
  largestQuery,
  measureQuery,
  mostRows,
  timeBucket,
  valueBucket,
  type Wanted,
} from './chart-queries.ts'
import type { Asked } from './condition-queries.ts'
import { plain, presentHierarchy, presentHistogram, presentTwoGroups } from './present-trace-chart.ts'
import { countedRows } from './relation-queries.ts'
import { widthFor } from './width.ts'

export const readTraceAnalytics: Handler<'readTraceAnalytics'> = async ({ store }, { caller, body }) => {
  const charts = parseTraceCharts(body.customCharts)
  const asked: Asked = {
    store,
    workspace: caller.workspace,
    filter: parseTraceFilter(body.filter_group),
  }
  await finishIndex(store)
  return refusingTimeout(async () => {
    const ask = queriesWithin(store, chartsTimeout)
    const customCharts = []
    for (const chart of charts)
      customCharts.push(await new ChartPainter(asked, ask, chart, body.time_zone).draw())
    return { success: true as const, customCharts }
  })
}

/** Draws one chart; each of its shapes is asked for in queries of its own. */
class ChartPainter {
  readonly #asked: Asked
  readonly #ask: RunQuery
  readonly #chart: TraceChart
  readonly #zone: string | null | undefined

  constructor(asked: Asked, ask: RunQuery, chart: TraceChart, zone: string | null | undefined) {
    this.#asked = asked
    this.#ask = ask
    this.#chart = chart
    this.#zone = zone
  }

  async draw() {
    const { id, title, chartType } = this.#chart
    return { id, title, chartType, ...(await this.#shape()), derivedInsights: null }
  }

  #shape() {
    const { shape } = this.#chart
    switch (shape.by) {
      case 'nothing':
        return this.#grouped(this.#drawing([]), null)
      case 'group':
        return this.#grouped(this.#drawing([shape.field]), null)
      case 'time':
        return this.#overTime(shape.bucket, shape.field)
      case 'two_groups':
        return this.#twoGroups(this.#drawing(shape.fields))
      case 'hierarchy':
        return this.#hierarchy(this.#drawing(shape.fields))
      case 'value':
        return this.#histogram(shape.field, shape.interval)
    }
  }

  async #grouped(drawing: Drawing, bucketing: Bucketing | null) {
    const names = drawing.groups > 0 ? await this.#largest(drawing, 0) : null
    const values = await this.#values(drawing, names ? [{ place: 0, names }] : [])
    const { series, data } = presentChart(
      { ...this.#chart, insights: null },
      { bucketing, names, labels: null, values: values.map((each) => each.map(plain)), totals: [] },
    )
    return { series, data }
  }

  async #overTime(bucket: TimeBucket, field: TraceGroupField | null) {
    const { store } = this.#asked
    const drawing = this.#drawing(field ? [field] : [])
    const [extent] = await this.#ask(extentQuery(drawing, 'at'))
    const bucketing = this.#bucketing(bucket, { start: extent!.least, end: extent!.most })
    return this.#grouped({ ...drawing, bucket: timeBucket(store, bucketing) }, bucketing)
  }

  #bucketing(bucket: TimeBucket, extent: Parameters<typeof bucketingOf>[0]): Bucketing {
    if (bucket === 'auto') return bucketingOf(extent, this.#zone)
    const offsets = offsetsOf(this.#zone, extent.start ?? 0, extent.end ?? 0)
    return { interval: intervals[bucket], offsets }
  }

  async #twoGroups(drawing: Drawing) {
    const rows = await this.#largest(drawing, 0)
    const columns = await this.#largest(drawing, 1)
    const wanted = [
      { place: 0, names: rows },
      { place: 1, names: columns },
    ]
    return presentTwoGroups(this.#chart, rows, columns, await this.#values(drawing, wanted))
  }

  async #hierarchy(drawing: Drawing) {
    const { measures, limit } = this.#chart
    const places = Array.from({ length: drawing.groups }, (_, place) => place)
    const leaves = await this.#ask(largestQuery(drawing, places, measures[0]!, limit))
    const paths = leaves.map((leaf) => places.map((place) => leaf[`n${place}`]!))
    const wanted = places.map((place) => ({
      place,
      names: [...new Set(paths.map((path) => path[place]!))],
    }))
    return presentHierarchy(this.#chart, paths, await this.#values(drawing, wanted))
  }

  async #histogram(field: TraceMetricField, interval: number | null) {
    const drawing = this.#drawing([], [field])
    const width = interval ?? widthFor((await this.#ask(extentQuery(drawing, field)))[0]!)
    const bucket = valueBucket(field, width)
    return presentHistogram(this.#chart, width, await this.#values({ ...drawing, bucket }, []))
  }

  #drawing(groups: readonly TraceGroupField[], more: readonly TraceMetricField[] = []): Drawing {
    const { measures, level } = this.#chart
    const numbers = [...more, ...measures.flatMap(({ field }) => field ?? [])]
    const rows = countedRows(this.#asked, level, numbers, groups)
    return { store: this.#asked.store, rows, groups: groups.length, bucket: null }
  }

  async #largest(drawing: Drawing, place: number): Promise<string[]> {
    const { measures, limit } = this.#chart
    const rows = await this.#ask(largestQuery(drawing, [place], measures[0]!, limit))
    return rows.map(({ n0 }) => n0!)
  }

  async #values(drawing: Drawing, wanted: Wanted): Promise<Drawn[][]> {
    const values: Drawn[][] = []
    for (const measure of this.#chart.measures) {
      const found = await this.#ask(measureQuery(drawing, measure, wanted))
      if (found.length > mostRows) throw tooMany()
      values.push(found)
    }
    return values
  }
}

const intervals: Readonly<Record<Exclude<TimeBucket, 'auto'>, Interval>> = {
  day: dayInterval,
  week: weekInterval,
  month: calendarMonth,
}

const tooMany = () =>
  new Refusal('bad_request', `A chart would have more than ${mostRows} values: ask for wider buckets.`)
