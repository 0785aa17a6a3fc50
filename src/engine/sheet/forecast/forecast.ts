import { studentT } from '../statistics/index.ts'
import { moneyText, parseMoney } from './money.ts'

/** Measured use of one cell of a column, from a sample or from history. */
export interface CellCost {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Decimal text in the currency of the price list (US dollars); null: unknown. */
  readonly price: string | null
  readonly latencyMilliseconds: number
}

export interface ForecastColumn {
  readonly column: string
  /** Number of cells to compute. */
  readonly cells: number
  /** False: computing costs only time of this machine, and nothing is forecast. */
  readonly paid: boolean
  /** Cells of the sample rows, else the latest cells of the column's history. */
  readonly known: readonly CellCost[]
}

/** The likely value, and a range that holds the true one in about 19 of 20 cases. */
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
  readonly inputTokens: Range
  readonly outputTokens: Range
  /** Null if the price of a measured cell is unknown. */
  readonly money: Range<string> | null
  readonly seconds: Range
}

/** A part missing from the total, because no figure is known. */
export interface Unknown {
  readonly column: string
  readonly what: 'everything' | 'money'
}

export interface Forecast {
  readonly columns: readonly ColumnForecast[]
  /** Sum over the columns with known figures. */
  readonly total: Figures
  /** Columns with unknown figures; the total leaves them out. */
  readonly unknown: readonly Unknown[]
}

interface Estimate {
  readonly mean: number
  /** Squared standard error of the sum; the errors of columns add up. */
  readonly variance: number
}

const measures = ['calls', 'inputTokens', 'outputTokens', 'price', 'latency'] as const
type Measure = (typeof measures)[number]

/**
 * Forecast of a run from sample rows or history. Seconds are the time of all calls divided by the concurrency,
 * and at least the time of one row from its first column to its last.
 */
export function forecast(columns: readonly ForecastColumn[], concurrency: number): Forecast {
  const paid = columns.filter((column) => column.paid && column.cells > 0)
  const known = paid.filter(({ known }) => known.length > 0)
  const priced = known.filter(isPriced)
  const totals = new Map(
    measures.map((measure) => [measure, sumOf(measure === 'price' ? priced : known, measure)]),
  )
  const freedom = Math.min(...known.map((column) => column.known.length), Number.POSITIVE_INFINITY) - 1
  const oneRow = known.reduce(
    (sum, { known }) => sum + meanOf(known.map((cell) => cell.latencyMilliseconds)),
    0,
  )
  return {
    columns: paid.map((column) => {
      const estimates = new Map(measures.map((measure) => [measure, estimate(column, measure)]))
      const latency = meanOf(column.known.map((cell) => cell.latencyMilliseconds))
      const isKnown = column.known.length > 0
      return {
        column: column.column,
        cells: column.cells,
        basis: column.known.length,
        figures: isKnown
          ? figures(estimates, column.known.length - 1, concurrency, latency, isPriced(column))
          : null,
      }
    }),
    total: figures(totals, freedom, concurrency, oneRow, true),
    unknown: paid.flatMap((column): Unknown[] => {
      if (column.known.length === 0) return [{ column: column.column, what: 'everything' }]
      return isPriced(column) ? [] : [{ column: column.column, what: 'money' }]
    }),
  }
}

function figures(
  estimates: ReadonlyMap<Measure, Estimate>,
  freedom: number,
  concurrency: number,
  oneRowMilliseconds: number,
  isPriced: boolean,
): Figures {
  const range = (measure: Measure, per = 1, least = 0): Range => {
    const { mean, variance } = estimates.get(measure)!
    // One cell says nothing about the spread: the range is half to double.
    const spread = freedom < 1 ? null : studentT(freedom) * Math.sqrt(variance)
    const [low, high] = spread === null ? [mean / 2, mean * 2] : [mean - spread, mean + spread]
    const at = (value: number) => Math.max(least, value / per)
    return { low: at(low), likely: at(mean), high: at(high) }
  }
  const whole = ({ low, likely, high }: Range): Range => ({
    low: Math.floor(low),
    likely: Math.round(likely),
    high: Math.ceil(high),
  })
  const money = range('price')
  return {
    calls: whole(range('calls')),
    inputTokens: whole(range('inputTokens')),
    outputTokens: whole(range('outputTokens')),
    money: isPriced
      ? { low: amount(money.low), likely: amount(money.likely), high: amount(money.high) }
      : null,
    seconds: range('latency', 1_000 * Math.max(1, concurrency), oneRowMilliseconds / 1_000),
  }
}

/** Sum over all cells of a column. The variance covers the error of the mean and the scatter of the cells. */
function estimate({ cells, known }: ForecastColumn, measure: Measure): Estimate {
  const values = known.map((cell) => amountOf(cell, measure))
  const mean = meanOf(values)
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return { mean: mean * cells, variance: spread * (cells + (cells * cells) / Math.max(1, values.length)) }
}

function sumOf(columns: readonly ForecastColumn[], measure: Measure): Estimate {
  return columns
    .map((column) => estimate(column, measure))
    .reduce((a, b) => ({ mean: a.mean + b.mean, variance: a.variance + b.variance }), {
      mean: 0,
      variance: 0,
    })
}

/** Prices in units of 10^-12 are exact up to 9,000; above, a forecast may round. */
function amountOf(cell: CellCost, measure: Measure): number {
  if (measure === 'price') return cell.price === null ? 0 : Number(parseMoney(cell.price))
  return measure === 'latency' ? cell.latencyMilliseconds : cell[measure]
}

const isPriced = ({ known }: ForecastColumn): boolean => known.every(({ price }) => price !== null)

const amount = (value: number): string => moneyText(BigInt(Math.round(value)))

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length
