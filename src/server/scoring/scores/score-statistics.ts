import type { Json } from '../../../engine/json/json.ts'
import {
  type CellState,
  ColumnTally,
  firstScored,
  hash128,
  meanInterval,
  readNumber,
  type ScoreConfiguration,
  seededRandom,
} from '../../../engine/sheet/index.ts'
import type { Store } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { scanRows } from '../../sheets/index.ts'
import { type LoadedSheet, loadSheet } from '../../sheets/storage/index.ts'
import { SheetCache } from '../sheet-cache.ts'
import { readUnchecked, type ScoredColumn, scoredColumns, unconfigured } from './score-config.ts'
import { findScore } from './score-queries.ts'

const seed = 1

type Answer = Awaited<ReturnType<typeof calculateStatistics>>

const calculated = new SheetCache<Answer>()

/**
 * Statistics of the sheet for the scored columns that still exist. The `version` of the answer shows whether the
 * result is older than the sheet.
 */
export const readScoreStatistics: Handler<'readScoreStatistics'> = async ({ store }, { caller, params }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const stored = await findScore(store.db, loaded.sheet)
  const variant = hash128(JSON.stringify(stored ?? null))
  const configuration: ScoreConfiguration = stored ? readUnchecked(stored) : unconfigured
  const { result } = await calculated.read(store, loaded, variant, () =>
    calculateStatistics(store, loaded, configuration),
  )
  return result
}

async function calculateStatistics(store: Store, loaded: LoadedSheet, configuration: ScoreConfiguration) {
  const choices = scoredColumns(loaded, configuration).map((alternatives) =>
    alternatives.map((alternative) => new Statistics(alternative)),
  )
  const all = choices.flat()
  for await (const { rows, cells } of scanRows(store.scan, loaded))
    for (const row of rows)
      for (const statistics of all) {
        const { status, value } = cells.content(statistics.column, row)
        statistics.add(status, value)
      }
  return {
    success: true as const,
    version: loaded.sheet.version_count,
    row_count: loaded.sheet.row_count,
    columns: [
      ...firstScored(
        choices.map((alternatives) => alternatives.map((alternative) => alternative.result())),
        ({ mean }) => mean,
      ),
    ],
  }
}

class Statistics {
  readonly column: ScoredColumn['column']
  readonly #tally: ColumnTally
  readonly #numbers: number[] = []

  constructor({ column, rules }: ScoredColumn) {
    this.column = column
    this.#tally = new ColumnTally(rules)
  }

  add(state: CellState, value: Json): void {
    this.#tally.add(state, value)
    const number = state === 'COMPLETED' ? readNumber(value) : null
    if (number !== null) this.#numbers.push(number)
  }

  result() {
    const { score, included, excluded, failed, resolved, successes, interval } = this.#tally.result()
    const numbers = resolved === 'numeric' ? this.#numbers : []
    return {
      column_id: this.column.id,
      title: this.column.title,
      resolved_scoring_type: resolved,
      included_count: included,
      excluded_count: excluded,
      failed_count: failed,
      success_count: successes,
      mean: score,
      standard_deviation: score === null ? null : deviationOf(numbers, score),
      minimum: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b)),
      maximum: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b)),
      confidence_interval: interval ?? intervalOf(numbers),
    }
  }
}

/** Larger numbers are divided by a unit, because the sum of their squares would overflow. */
const large = 1e140
const largeUnit = 2 ** 600

const unitOf = (numbers: readonly number[]): number =>
  numbers.some((number) => Math.abs(number) >= large) ? largeUnit : 1

/** The sample deviation, with the divisor n - 1. Null for fewer than two numbers, or if it overflows. */
function deviationOf(numbers: readonly number[], mean: number): number | null {
  if (numbers.length < 2) return null
  const unit = unitOf(numbers)
  const squares = numbers.reduce((sum, number) => sum + (number / unit - mean / unit) ** 2, 0)
  return finite(Math.sqrt(squares / (numbers.length - 1)) * unit)
}

/** The 95 % confidence interval of the mean. */
function intervalOf(numbers: readonly number[]) {
  const unit = unitOf(numbers)
  const units = unit === 1 ? numbers : numbers.map((number) => number / unit)
  const interval = meanInterval(units, seededRandom(seed))
  const low = interval && finite(interval.low * unit)
  const high = interval && finite(interval.high * unit)
  return interval && low !== null && high !== null ? { ...interval, low, high } : null
}

const finite = (number: number): number | null => (Number.isFinite(number) ? number : null)
