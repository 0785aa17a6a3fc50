import { type Answer, call } from '../api/index.ts'
import { productionFilter } from '../requests/values.ts'

type Chart = Answer<'readCustomRequestAnalytics'>['customCharts'][number]

const dayMilliseconds = 86_400_000
const hourMilliseconds = 3_600_000
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const maxFailingPrompts = 5
/** The prompts with the most requests, whose shares of errors are shown. */
const maxPrompts = 100

/** The figures of production for a part of a day. */
export interface DayFigures {
  readonly requests: number
  readonly errors: number
  readonly cost: number
  /** Requests that `cost` leaves out. */
  readonly unpriced: number
  /** In milliseconds; null without requests. */
  readonly p95: number | null
  readonly hours: {
    readonly requests: readonly number[]
    readonly errors: readonly number[]
    /** Null in an hour without a known price. */
    readonly cost: readonly (number | null)[]
    /** Null in an hour without requests. */
    readonly p95: readonly (number | null)[]
  }
}

export interface FailingPrompt {
  readonly id: string
  readonly name: string
  readonly errors: number
  /** The share of today's requests of the prompt that failed; null if it is not known. */
  readonly share: number | null
}

/** Today until now, and yesterday until the same time. */
export function spansOf(now: Date) {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const before = (time: Date) => new Date(time.getTime() - dayMilliseconds).toISOString()
  return {
    today: [start.toISOString(), now.toISOString()] as const,
    yesterday: [before(start), before(now)] as const,
  }
}

type Span = readonly [from: string, to: string]

const startedWithin = ([from, to]: Span) => ({
  field: 'request_start_time' as const,
  operator: 'between' as const,
  value: [from, to],
})
const isError = { field: 'status', operator: 'is', value: 'ERROR' } as const

const cost = { key: 'cost', label: 'Cost', metric: 'sum', metricField: 'cost' } as const
const p95 = {
  key: 'p95',
  label: 'p95',
  metric: 'percentile',
  metricField: 'latency_ms',
  percentile: 95,
} as const

export async function readDay(span: Span, signal: AbortSignal): Promise<DayFigures> {
  const { customCharts } = await call('readCustomRequestAnalytics', {
    body: {
      time_zone: timeZone,
      interval: 'hour',
      filter_group: { logic: 'AND', filters: [startedWithin(span), productionFilter] },
      customCharts: [
        { id: 'status', chartType: 'bar', groupByField: 'status' },
        { id: 'totals', chartType: 'bar', series: [cost, p95] },
        { id: 'status-by-hour', chartType: 'bar', timeSeries: true, groupByField: 'status' },
        { id: 'totals-by-hour', chartType: 'line', timeSeries: true, series: [cost, p95] },
      ],
    },
    signal,
  })
  const [byStatus, totals, statusByHour, totalsByHour] = customCharts as [Chart, Chart, Chart, Chart]
  const counts = byStatus.data.map((row) => ({ status: row['name'], count: numberIn(row, byStatus) }))
  const errorKey = statusByHour.series.find(({ label }) => label === 'ERROR')?.key
  const row = totals.data[0]
  const seconds = row?.['p95']
  return {
    requests: counts.reduce((sum, { count }) => sum + count, 0),
    errors: counts.find(({ status }) => status === 'ERROR')?.count ?? 0,
    cost: Number(row?.['cost'] ?? 0),
    unpriced: Number(row?.['cost_unpriced'] ?? 0),
    p95: typeof seconds === 'number' ? seconds * 1000 : null,
    hours: {
      requests: byHour(statusByHour, span, 0, (hour) =>
        statusByHour.series.reduce((sum, { key }) => sum + Number(hour[key] ?? 0), 0),
      ),
      errors: byHour(statusByHour, span, 0, (hour) =>
        errorKey === undefined ? 0 : Number(hour[errorKey] ?? 0),
      ),
      cost: byHour<number | null>(totalsByHour, span, 0, knownCost),
      p95: byHour<number | null>(totalsByHour, span, null, ({ p95 }) =>
        typeof p95 === 'number' ? p95 : null,
      ),
    },
  }
}

/** One value for each hour of the span; hours without requests are `empty`. */
function byHour<Value>(
  { data }: Chart,
  [from, to]: Span,
  empty: Value,
  figureOf: (row: Chart['data'][number]) => Value,
): Value[] {
  const first = Date.parse(from)
  const hours = Array.from({ length: Math.ceil((Date.parse(to) - first) / hourMilliseconds) }, () => empty)
  for (const row of data) {
    const hour = Math.floor((Date.parse(String(row['date'])) - first) / hourMilliseconds)
    if (hour >= 0 && hour < hours.length) hours[hour] = figureOf(row)
  }
  return hours
}

function knownCost(hour: Chart['data'][number]): number | null {
  const cost = Number(hour['cost'] ?? 0)
  return cost === 0 && Number(hour['cost_unpriced'] ?? 0) > 0 ? null : cost
}

export async function readFailingPrompts(span: Span, signal: AbortSignal): Promise<readonly FailingPrompt[]> {
  const read = async (more: readonly (typeof isError)[], limit: number) => {
    const filters = [startedWithin(span), productionFilter, ...more]
    const prompts = { id: 'prompts', chartType: 'bar', groupByField: 'prompt_id', limit } as const
    const body = {
      time_zone: timeZone,
      filter_group: { logic: 'AND' as const, filters },
      customCharts: [prompts],
    }
    return (await call('readCustomRequestAnalytics', { body, signal })).customCharts[0]!
  }
  const [chart, all] = await Promise.all([read([isError], maxFailingPrompts), read([], maxPrompts)])
  const requests = new Map(all.data.map((row) => [row['name'], numberIn(row, all)]))
  return chart.data.map((row) => ({
    id: String(row['name']),
    name: String(row['label'] ?? `Deleted prompt ${row['name']}`),
    errors: numberIn(row, chart),
    share: shareOf(numberIn(row, chart), requests.get(row['name'])),
  }))
}

const shareOf = (errors: number, requests: number | undefined): number | null =>
  requests === undefined || requests < errors ? null : errors / requests

const numberIn = (row: Chart['data'][number], { series }: Chart): number => Number(row[series[0]!.key] ?? 0)
