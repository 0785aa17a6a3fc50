import { studentT } from '../statistics/index.ts'
import { moneyText, parseMoney } from './money.ts'

/** What one cell of a column took: from the sample that was run, or from what ran before. */
export interface CellCost {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Decimal text, in the currency of the price list (US dollars); null: nobody knows. */
  readonly price: string | null
  readonly latencyMilliseconds: number
}

export interface ForecastColumn {
  readonly column: string
  /** How many cells are to be run. */
  readonly cells: number
  /** False: it costs nothing but a little time of this machine, and nothing is counted. */
  readonly paid: boolean
  /** The cells of the sample rows, else the latest cells of the column's history. */
  readonly known: readonly CellCost[]
}

/** The likely figure, and a range that holds it in about 19 of 20 cases. */
export interface Range<T = number> {
  readonly low: T
  readonly likely: T
  readonly high: T
}

export interface ColumnForecast {
  readonly column: string
  readonly cells: number
  /** How many known cells the figures rest on. With none, they are null: unknown is not free. */
  readonly basis: number
  readonly figures: Figures | null
}

export interface Figures {
  readonly calls: Range
  readonly inputTokens: Range
  readonly outputTokens: Range
  /** Null when the price of a known cell is not known. */
  readonly money: Range<string> | null
  readonly seconds: Range
}

/** What the total does not contain, because nobody knows it. */
export interface Unknown {
  readonly column: string
  readonly what: 'everything' | 'money'
}

export interface Forecast {
  readonly columns: readonly ColumnForecast[]
  /** Of the columns that are known. */
  readonly total: Figures
  /** Columns that cost something nobody knows yet: the total is too low by them. */
  readonly unknown: readonly Unknown[]
}

interface Estimate {
  readonly mean: number
  /** Standard error of the sum, squared, so that errors of columns add up. */
  readonly variance: number
}

const measures = ['calls', 'inputTokens', 'outputTokens', 'price', 'latency'] as const
type Measure = (typeof measures)[number]

/**
 * What a run will take, from a sample of the rows or from history. Seconds: the calls' time over the
 * concurrency, and never less than one row takes from its first column to its last.
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

/** Whether the next cell may start: a run stops cleanly before it spends more than the budget. */
export function withinBudget(spent: string, nextCell: string, budget: string | null): boolean {
  return budget === null || parseMoney(spent) + parseMoney(nextCell) <= parseMoney(budget)
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
    // From a single cell nothing can be said about the spread: half to double.
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

/** The sum over all cells of a column: how far the mean may be off, and how far the cells will scatter. */
function estimate({ cells, known }: ForecastColumn, measure: Measure): Estimate {
  const values = known.map((cell) => measured(cell, measure))
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

/** Prices in units of 10^-12 stay exact up to 9,000; beyond, a forecast may round. */
function measured(cell: CellCost, measure: Measure): number {
  if (measure === 'price') return cell.price === null ? 0 : Number(parseMoney(cell.price))
  return measure === 'latency' ? cell.latencyMilliseconds : cell[measure]
}

const isPriced = ({ known }: ForecastColumn): boolean => known.every(({ price }) => price !== null)

const amount = (value: number): string => moneyText(BigInt(Math.round(value)))

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length
