import { dollars, Money } from '../../price/index.ts'
import { type Bound, type Limits, secondsByBound, startingLimits } from '../../schedule/index.ts'
import { studentT } from '../statistics/index.ts'

/** Measured or estimated use of one cell of a column. */
export interface CellCost {
  readonly calls: number
  /** Null: unknown. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Decimal text in the currency of the price list (US dollars); null: unknown. */
  readonly price: string | null
  /** Null: unknown, for example estimated from texts. */
  readonly latencyMilliseconds: number | null
}

export interface ForecastColumn {
  readonly column: string
  /** The calls that wait for the same limits have one pool. */
  readonly pool: string
  /** Number of cells to compute. */
  readonly cells: number
  /** False: computing costs only time of this machine, so it has no forecast. */
  readonly paid: boolean
  /** Cells of the sample rows, else the latest cells of the column's history. */
  readonly known: readonly CellCost[]
}

/** The likely value, and a range that holds the true value in about 19 of 20 cases. */
export interface Range<T = number> {
  readonly low: T
  readonly likely: T
  readonly high: T
}

export interface ColumnForecast {
  readonly column: string
  readonly cells: number
  /** Number of measured cells behind the figures. If 0, the figures are null: unknown is not free. */
  readonly basis: number
  readonly figures: Figures | null
}

export interface Figures {
  readonly calls: Range
  /** Null if the tokens of a measured cell are unknown. */
  readonly inputTokens: Range | null
  readonly outputTokens: Range | null
  /** Null if the price of a measured cell is unknown. */
  readonly money: Range<string> | null
  /** Null if no latency is known. */
  readonly seconds: Range | null
}

/** A part missing from the total, because no figure is known. */
export interface Unknown {
  readonly column: string
  readonly missing: 'everything' | 'money'
}

/** The limit that determines the likely time. */
export interface TimeBound {
  readonly pool: string
  readonly by: Bound
}

export interface Forecast {
  readonly columns: readonly ColumnForecast[]
  /** Sum over the columns with known figures. */
  readonly total: Figures
  /** Null without measured calls, and if one row takes longer than all limits. */
  readonly bound: TimeBound | null
  /** Columns with unknown figures; the total leaves them out. */
  readonly unknown: readonly Unknown[]
}

interface Estimate {
  readonly mean: number
  /** Squared standard error of the sum; the errors of columns add up. */
  readonly variance: number
}

type Measure = 'calls' | 'inputTokens' | 'outputTokens' | 'price' | 'latency'

/**
 * Forecast of a run from sample rows or history. The run takes the time of its slowest pool, because pools work
 * side by side, and at least the time of one row from its first column to its last. A pool that is not in
 * `limits` has not been called yet.
 */
export function forecast(columns: readonly ForecastColumn[], limits: ReadonlyMap<string, Limits>): Forecast {
  const paidColumns = columns.filter((column) => column.paid && column.cells > 0)
  const measured = paidColumns.filter(({ known }) => known.length > 0)
  const total = figures(measured, measured.filter(isPriced), limits)
  return {
    columns: paidColumns.map((column) => ({
      column: column.column,
      cells: column.cells,
      basis: column.known.length,
      figures:
        column.known.length === 0
          ? null
          : figures([column], isPriced(column) ? [column] : null, limits).figures,
    })),
    total: total.figures,
    bound: total.bound,
    unknown: paidColumns.flatMap((column): Unknown[] => {
      if (column.known.length === 0) return [{ column: column.column, missing: 'everything' }]
      return isPriced(column) ? [] : [{ column: column.column, missing: 'money' }]
    }),
  }
}

function figures(
  columns: readonly ForecastColumn[],
  priced: readonly ForecastColumn[] | null,
  limits: ReadonlyMap<string, Limits>,
): { readonly figures: Figures; readonly bound: TimeBound | null } {
  const money = priced && rangeOf(priced, 'price')
  const timed = columns.filter(isTimed)
  const { bound, ...seconds } = secondsOf(timed, limits)
  return {
    figures: {
      calls: wholeNumbers(rangeOf(columns, 'calls')),
      inputTokens: columns.every(isCounted) ? wholeNumbers(rangeOf(columns, 'inputTokens')) : null,
      outputTokens: columns.every(isCounted) ? wholeNumbers(rangeOf(columns, 'outputTokens')) : null,
      money: money && { low: amount(money.low), likely: amount(money.likely), high: amount(money.high) },
      seconds: timed.length === 0 && columns.length > 0 ? null : seconds,
    },
    bound,
  }
}

const wholeNumbers = ({ low, likely, high }: Range): Range => ({
  low: Math.floor(low),
  likely: Math.round(likely),
  high: Math.ceil(high),
})

function rangeOf(columns: readonly ForecastColumn[], measure: Measure): Range {
  const { mean, variance } = sumOf(columns, measure)
  const degreesOfFreedom = Math.min(...columns.map(({ known }) => known.length), Number.POSITIVE_INFINITY) - 1
  // One cell gives no information about the spread: the range is half to double.
  const margin = degreesOfFreedom < 1 ? null : studentT(degreesOfFreedom) * Math.sqrt(variance)
  const [low, high] = margin === null ? [mean / 2, mean * 2] : [mean - margin, mean + margin]
  return { low: Math.max(0, low), likely: mean, high }
}

function secondsOf(columns: readonly ForecastColumn[], limits: ReadonlyMap<string, Limits>) {
  const rowMilliseconds = columns.reduce(
    (sum, { known }) => sum + meanOf(known.map((cell) => amountOf(cell, 'latency'))),
    0,
  )
  const range = {
    low: rowMilliseconds / 1_000,
    likely: rowMilliseconds / 1_000,
    high: rowMilliseconds / 1_000,
  }
  let bound: TimeBound | null = null
  for (const [pool, poolColumns] of Map.groupBy(columns, (column) => column.pool)) {
    const [calls, input, output, latency] = (
      ['calls', 'inputTokens', 'outputTokens', 'latency'] as const
    ).map((measure) => rangeOf(poolColumns, measure)) as [Range, Range, Range, Range]
    for (const end of ['low', 'likely', 'high'] as const) {
      const work = { calls: calls[end], tokens: input[end] + output[end], milliseconds: latency[end] }
      for (const [by, seconds] of Object.entries(secondsByBound(limits.get(pool) ?? startingLimits, work))) {
        if (seconds === null || seconds <= range[end]) continue
        range[end] = seconds
        if (end === 'likely') bound = { pool, by: by as Bound }
      }
    }
  }
  return { ...range, bound }
}

/** Sum over all cells of a column. The variance covers the error of the mean and the scatter of the cells. */
function estimate({ cells, known }: ForecastColumn, measure: Measure): Estimate {
  const values = known.map((cell) => amountOf(cell, measure))
  const mean = meanOf(values)
  const cellVariance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return {
    mean: mean * cells,
    variance: cellVariance * (cells + (cells * cells) / Math.max(1, values.length)),
  }
}

function sumOf(columns: readonly ForecastColumn[], measure: Measure): Estimate {
  return columns
    .map((column) => estimate(column, measure))
    .reduce((a, b) => ({ mean: a.mean + b.mean, variance: a.variance + b.variance }), {
      mean: 0,
      variance: 0,
    })
}

function amountOf(cell: CellCost, measure: Measure): number {
  if (measure === 'price') return Number(cell.price ?? 0)
  return (measure === 'latency' ? cell.latencyMilliseconds : cell[measure]) ?? 0
}

const isCounted = ({ known }: ForecastColumn): boolean =>
  known.every(({ inputTokens, outputTokens }) => inputTokens !== null && outputTokens !== null)

const isTimed = ({ known }: ForecastColumn): boolean =>
  known.every(({ latencyMilliseconds }) => latencyMilliseconds !== null)

const isPriced = ({ known }: ForecastColumn): boolean => known.every(({ price }) => price !== null)

const amount = (value: number): string => dollars(new Money(value))

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length
