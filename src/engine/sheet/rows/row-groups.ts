import { isBlank } from '../../columns/values/coercions.ts'
import { readNumber } from '../score/read-value.ts'
import type { TalliedCell } from './distribution.ts'
import { verdictOf } from './row-query.ts'

interface Tally {
  filled: number
  passed: number
  failed: number
  numbers: number
  sum: number
}

interface Group {
  /** Null: the cell is empty. */
  readonly value: string | null
  rows: number
  readonly tallies: readonly Tally[]
}

type Measure =
  | { readonly kind: 'verdicts'; readonly passed: number; readonly failed: number }
  | { readonly kind: 'numbers'; readonly count: number; readonly mean: number | null }

export interface RowGroup {
  readonly value: string | null
  readonly rows: number
  /** By column; null where the column is neither a check nor a number. */
  readonly measures: readonly (Measure | null)[]
}

/** More groups than this are no categories; their rows are counted together. */
const maxGroups = 1_000
/** Characters; a filter cannot name a longer value. */
const maxValueLength = 1_000

/** Rows with the same text in one column, with sums of their other columns. Ignores case, as filters do. */
export class RowGroups {
  readonly #columns: number
  readonly #groups = new Map<string | null, Group>()
  readonly #overall: readonly Tally[]
  #otherRows = 0

  constructor(columns: number) {
    this.#columns = columns
    this.#overall = this.#tallies()
  }

  add(text: string, cells: readonly TalliedCell[]): void {
    const value = text.trim() === '' ? null : text
    const key = value?.toLowerCase() ?? null
    let group = this.#groups.get(key)
    if (!group) {
      if (this.#groups.size >= maxGroups || text.length > maxValueLength) {
        this.#otherRows++
        return
      }
      group = { value, rows: 0, tallies: this.#tallies() }
      this.#groups.set(key, group)
    }
    group.rows++
    for (const [index, cell] of cells.entries()) {
      addTo(group.tallies[index]!, cell)
      addTo(this.#overall[index]!, cell)
    }
  }

  /** The largest groups first. */
  result(maxGroups: number): { readonly groups: RowGroup[]; readonly otherRows: number } {
    const sorted = [...this.#groups.values()].sort((a, b) => b.rows - a.rows)
    const hidden = sorted.slice(maxGroups).reduce((sum, { rows }) => sum + rows, 0)
    return {
      groups: sorted.slice(0, maxGroups).map(({ value, rows, tallies }) => ({
        value,
        rows,
        measures: tallies.map((tally, index) => measureOf(tally, this.#overall[index]!)),
      })),
      otherRows: this.#otherRows + hidden,
    }
  }

  #tallies(): Tally[] {
    return Array.from({ length: this.#columns }, () => ({
      filled: 0,
      passed: 0,
      failed: 0,
      numbers: 0,
      sum: 0,
    }))
  }
}

function addTo(tally: Tally, { status, value }: TalliedCell): void {
  if (status !== 'COMPLETED' || isBlank(value)) return
  tally.filled++
  const verdict = verdictOf(value)
  if (verdict !== null) tally[verdict ? 'passed' : 'failed']++
  const number = verdict === null ? readNumber(value) : null
  if (number === null) return
  tally.numbers++
  tally.sum += number
}

/** The kind is the whole column's, so that groups are comparable. */
function measureOf({ passed, failed, numbers, sum }: Tally, { filled, ...all }: Tally): Measure | null {
  if (filled === 0) return null
  if (all.passed + all.failed === filled) return { kind: 'verdicts', passed, failed }
  if (all.numbers !== filled) return null
  return { kind: 'numbers', count: numbers, mean: numbers === 0 ? null : sum / numbers }
}
