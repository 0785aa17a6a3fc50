import type { Tile } from '../../contract/index.ts'
import { type Answer, call } from '../api/index.ts'
import {
  type Axis,
  axisOf,
  byStatus,
  type ChartData,
  chartDataOf,
  numberIn,
  periodBefore,
  remainderOf,
  withOther,
} from '../charts/index.ts'
import {
  type Filter,
  type Filters,
  filtersBefore,
  searchOf,
  spanOf,
  traceSearchOf,
} from '../requests/index.ts'
import { errorFilter } from './log-search.ts'

type Chart = Pick<Answer<'readCustomRequestAnalytics'>['customCharts'][number], 'data' | 'series'>
type ChartSpec = {
  metric?: 'sum' | 'avg' | 'percentile'
  metricField?: Field
  percentile?: number
  scoreName?: string | null
  scoreValue?: string | null
}
type Field =
  | 'cost'
  | 'errors'
  | 'total_tokens'
  | 'latency_ms'
  | 'time_to_first_token_ms'
  | 'output_tokens_per_second'
  | 'score'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const maxSeries = 6
export const maxGroups = 25

/** The chart of each measure. A measure has one chart, because two charts may have different groups. */
const specs: Record<Exclude<Tile['measure'], 'sheet_score'>, ChartSpec> = {
  requests: {},
  errors: {},
  error_rate: { metric: 'avg', metricField: 'errors' },
  cost: { metric: 'sum', metricField: 'cost' },
  tokens: { metric: 'sum', metricField: 'total_tokens' },
  latency_p50: { metric: 'percentile', metricField: 'latency_ms', percentile: 50 },
  latency_p95: { metric: 'percentile', metricField: 'latency_ms', percentile: 95 },
  latency_p99: { metric: 'percentile', metricField: 'latency_ms', percentile: 99 },
  first_token_p50: { metric: 'percentile', metricField: 'time_to_first_token_ms', percentile: 50 },
  first_token_p95: { metric: 'percentile', metricField: 'time_to_first_token_ms', percentile: 95 },
  speed_p50: { metric: 'percentile', metricField: 'output_tokens_per_second', percentile: 50 },
  score: { metric: 'avg', metricField: 'score' },
  score_share: { metric: 'avg', metricField: 'score' },
}

export interface Group {
  /** Null for the requests in none of the listed groups. */
  readonly name: string | null
  readonly label: string
  readonly value: number | null
  /** Requests of the group that the value leaves out. */
  readonly leftOut: number
}

export interface TileData {
  /** The series of a chart over time; null for tiles of another shape. */
  readonly chart: ChartData | null
  readonly groups: readonly Group[] | null
  /** The value of a number tile, or the total of all requests of a chart whose values can be added. */
  readonly total: number | null
  /** Requests without a known price, which the cost leaves out, or without token counts. */
  readonly leftOut: number
  /**
   * Requests, traces or sessions that have the measured score; null if the tile measures no score or has
   * groups.
   */
  readonly scored: number | null
  /** True if percentiles are exact. */
  readonly isExact: boolean
  /** The number of each bucket, for a sparkline beside a number. */
  readonly trail?: readonly (number | null)[]
}

/** Whether the values of the buckets can be added to a total. */
export const addsUp = ({ measure }: Tile): boolean =>
  measure === 'requests' || measure === 'errors' || measure === 'cost' || measure === 'tokens'

/** The search for the requests of a tile. */
function searchFor(tile: Tile, filters: Filters, more: readonly Filter[]) {
  const { q, filter_group } = searchOf(
    { ...filters, filters: [...(filters.filters ?? []), ...more] },
    Date.now(),
  )
  const all = [...(filter_group?.filters ?? []), ...(tile.filter_group ? [tile.filter_group] : [])]
  return {
    time_zone: timeZone,
    ...(q && { q }),
    ...(all.length > 0 && { filter_group: { logic: 'AND' as const, filters: all } }),
  }
}

/** Reads a score of traces or sessions, in the form of charts of requests. */
async function scoresOf(tile: Tile, filters: Filters, axis: Axis | null, signal: AbortSignal) {
  const { customCharts } = await call('readTraceAnalytics', {
    body: {
      ...traceSearchOf(filters),
      customCharts: [
        {
          id: 'score',
          title: 'value',
          chartType: 'bar',
          metric: 'avg',
          metricField: 'score',
          timeSeries: tile.shape === 'over_time',
          ...(axis && { timeBucket: axis.interval }),
          scoreName: tile.score_name!,
          ...(tile.score_value !== null && { scoreValue: tile.score_value }),
          scoreSubject: tile.score_subject!,
        },
      ],
    },
    signal,
  })
  return { customCharts, latencyPercentiles: { isExact: true } }
}

async function chartOf(tile: Tile, filters: Filters, axis: Axis | null, signal: AbortSignal) {
  const isOverTime = tile.shape === 'over_time'
  const { group_by: by } = tile
  const spec = specs[tile.measure as keyof typeof specs]
  const grouping =
    tile.shape === 'number' || by === null
      ? {}
      : by === 'metadata'
        ? { groupByMetadataKey: tile.metadata_key! }
        : by === 'score'
          ? { groupByScoreName: tile.score_name! }
          : { groupByField: by }
  const chart = {
    id: 'tile',
    chartType: 'bar' as const,
    // The label of a series without groups.
    title: 'value',
    timeSeries: isOverTime,
    ...spec,
    ...(spec.metricField === 'score' && { scoreName: tile.score_name, scoreValue: tile.score_value }),
  }
  // The shown groups may be fewer than all, and may share requests, so the sum over all requests is a chart of its own.
  const hasSum = tile.shape !== 'number' && by !== null && addsUp(tile)
  return call('readCustomRequestAnalytics', {
    body: {
      ...searchFor(tile, filters, tile.measure === 'errors' ? [errorFilter] : []),
      interval: axis?.interval ?? null,
      customCharts: [
        { ...chart, limit: isOverTime ? maxSeries : maxGroups, ...grouping },
        ...(hasSum ? [{ ...chart, id: 'all' }] : []),
        ...(tile.shape === 'number' ? [{ ...chart, id: 'trail', timeSeries: true }] : []),
      ],
    },
    signal,
  })
}

/** The label of the group for the remaining requests; null if a request may be in several groups. */
function otherName({ group_by: by, measure }: Tile): string | null {
  if (by === 'engine' || by === 'provider_type' || by === 'source' || by === 'status') return 'Other'
  if (by === 'prompt_id') return 'Other or no prompt'
  if (by === 'prompt_version' || by === 'prompt_version_number') return 'Other or no version'
  return by === 'error_type' && measure === 'errors' ? 'Other or no type' : null
}

/** Reads the data of a tile, filtered by the variables of its dashboard. */
export async function readTile(
  tile: Tile,
  filters: Filters,
  signal: AbortSignal,
  interval?: Axis['interval'],
): Promise<TileData> {
  if (tile.measure === 'sheet_score') return readSheetScore(tile, filters, signal)
  const axis = axisOf(spanOf(filters, Date.now()), interval)
  const read = tile.score_subject ? scoresOf : chartOf
  const { customCharts, latencyPercentiles } = await read(tile, filters, axis, signal)
  const { isExact } = latencyPercentiles
  const chart: Chart = customCharts[0]!
  const all: Chart = customCharts.find(({ id }) => id === 'all') ?? chart
  const trail = customCharts.find(({ id }) => id === 'trail')
  const leftOut = sumOfCounts(all, suffixOf(tile))
  const other = all === chart ? null : otherName(tile)
  // Groups may share requests, so their counts cannot be added.
  const isOfScore = specs[tile.measure].metricField === 'score'
  const scored = isOfScore && tile.group_by === null ? sumOfCounts(chart, '_scored') : null
  if (tile.shape === 'groups') {
    const { key } = chart.series[0]!
    const groups = chart.data.map((row) => ({
      name: String(row['name']),
      label: String(row['label'] ?? row['name']),
      value: numberIn(row[key]),
      leftOut: numberIn(row[`${key}${suffixOf(tile)}`]) ?? 0,
    }))
    const rest = other === null ? [] : otherGroup(tile, other, groups, all)
    return {
      chart: null,
      groups: [...groups.sort(byValue), ...rest],
      total: null,
      leftOut,
      scored,
      isExact,
    }
  }
  if (tile.shape === 'number')
    return {
      chart: null,
      groups: null,
      total: numberIn(chart.data[0]?.[chart.series[0]!.key]),
      leftOut,
      scored,
      isExact,
      ...(trail && { trail: trailOf(trail, axis, tile) }),
    }
  const whole = other === null ? chart : withOther(chart, all, other)
  const plain = chartDataOf(whole, axis, addsUp(tile) ? 0 : null, addsUp(tile) ? 'bars' : 'line')
  const drawn = tile.group_by === 'status' ? byStatus(plain) : plain
  const total = addsUp(tile) ? totalIn(all) : null
  return { chart: drawn, groups: null, total, leftOut, scored, isExact }
}

const trailOf = (chart: Chart, axis: Axis | null, tile: Tile): readonly (number | null)[] =>
  chartDataOf(chart, axis, addsUp(tile) ? 0 : null, 'line').series[0]?.values ?? []

const totalIn = ({ data, series }: Chart): number =>
  data.reduce((sum, row) => sum + (numberIn(row[series[0]!.key]) ?? 0), 0)

/** The requests in none of the groups; an empty list if there are none. */
function otherGroup(tile: Tile, label: string, groups: readonly Group[], all: Chart): Group[] {
  const parts = groups.map(({ value }) => value ?? 0)
  const value = remainderOf(totalIn(all), parts)
  const leftOut = remainderOf(
    sumOfCounts(all, suffixOf(tile)),
    groups.map((group) => group.leftOut),
  )
  return value > 0 || leftOut > 0 ? [{ name: null, label, value, leftOut }] : []
}

/** Reads the number of the previous period; null if the time range has no start. */
export async function readBefore(tile: Tile, filters: Filters, signal: AbortSignal): Promise<number | null> {
  const before = filtersBefore(filters)
  if (!before || tile.measure === 'sheet_score') return null
  return knownTotal(await readTile(tile, before, signal))
}

/** True if the values of the previous period can be drawn: the chart is of all requests, or of groups that add up to them. */
const hasComparableChart = (tile: Tile): boolean =>
  tile.measure !== 'sheet_score' && (tile.group_by === null || (addsUp(tile) && otherName(tile) !== null))

/** The values of the previous period over time, for the times of a chart; null if there are none to compare. */
export async function readChartBefore(
  tile: Tile,
  filters: Filters,
  signal: AbortSignal,
): Promise<((times: readonly number[]) => (number | null)[]) | null> {
  const [span, before] = [spanOf(filters, Date.now()), filtersBefore(filters)]
  if (!span || !before || !hasComparableChart(tile)) return null
  const { chart } = await readTile({ ...tile, group_by: null }, before, signal, axisOf(span)?.interval)
  const values = chart?.series[0]?.values
  if (!chart || !values?.some((value) => value !== null && value !== 0)) return null
  const seconds = (span.to - span.from) / 1000
  return (times) => periodBefore(times, { times: chart.times, values }, seconds, addsUp(tile) ? 0 : null)
}

/** The total, or null if no price, or no token count, behind it is known. */
export const knownTotal = ({ total, leftOut }: TileData): number | null =>
  total === 0 && leftOut > 0 ? null : total

async function readSheetScore(tile: Tile, filters: Filters, signal: AbortSignal): Promise<TileData> {
  const { score_history: history } = await call('readScoreHistory', {
    params: { table_id: tile.table_id!, sheet_id: tile.sheet_id! },
    query: { range: 'all' },
    signal,
  })
  const span = spanOf(filters, Date.now())
  const points = history.points
    .map(({ calculated_at, score }) => ({ time: Date.parse(calculated_at), score }))
    .filter(({ time }) => !span || (time >= span.from && time <= span.to))
    .sort((a, b) => a.time - b.time)
  return {
    chart: {
      span: null,
      times: points.map(({ time }) => time / 1000),
      series: [{ label: 'Score', kind: 'line', color: 'accent', values: points.map(({ score }) => score) }],
    },
    groups: null,
    total: points.at(-1)?.score ?? null,
    leftOut: 0,
    scored: null,
    isExact: true,
  }
}

const byValue = (a: Group, b: Group): number => (b.value ?? -1) - (a.value ?? -1)

type Suffix = '_unpriced' | '_uncounted'

/** The end of the key under which a chart counts the requests that the measure leaves out. */
const suffixOf = ({ measure }: Tile): Suffix => (measure === 'tokens' ? '_uncounted' : '_unpriced')

/** Adds up the counts of requests that the rows of a chart have beside the values. */
const sumOfCounts = ({ data, series }: Chart, suffix: Suffix | '_scored'): number =>
  data.reduce(
    (sum, row) => sum + series.reduce((inRow, { key }) => inRow + (numberIn(row[`${key}${suffix}`]) ?? 0), 0),
    0,
  )
