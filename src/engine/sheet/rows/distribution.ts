import { isBlank } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'
import { readNumber } from '../score/read-value.ts'
import type { CellState } from '../states/index.ts'
import { verdictOf } from './row-query.ts'

/** How the cells of one column are spread. Counts are of the cells that have a current value. */
type Distribution =
  | { readonly kind: 'verdicts'; readonly passed: number; readonly failed: number }
  | {
      readonly kind: 'numbers'
      readonly min: number
      readonly max: number
      readonly mean: number
      /** Counts of equal steps from the least to the greatest number. */
      readonly steps: number[]
    }
  | {
      readonly kind: 'values'
      readonly distinct: number
      /** The most frequent first. */
      readonly top: { readonly value: string; readonly count: number }[]
    }
  /** Long texts, objects, or too many different texts. */
  | { readonly kind: 'other' }

const distributionSteps = 12
const maxDistinct = 24
const maxTop = 6
/** Longest value that is counted; longer values are texts rather than categories. */
const maxValueLength = 60

export interface TalliedCell {
  readonly status: CellState
  readonly value: Json
}

/** Adds up the cells of one column, one after the other. */
export class DistributionTally {
  #failed = 0
  #stale = 0
  #filled = 0
  #passed = 0
  #refused = 0
  readonly #numbers: number[] = []
  /** Null: there are too many different values. */
  #texts: Map<string, number> | null = new Map()

  add({ status, value }: TalliedCell): void {
    if (status === 'FAILED') this.#failed++
    else if (status !== 'COMPLETED') this.#stale++
    if (status !== 'COMPLETED' || isBlank(value)) return
    this.#filled++
    const verdict = verdictOf(value)
    if (verdict !== null) {
      if (verdict) this.#passed++
      else this.#refused++
    } else {
      const number = readNumber(value)
      if (number !== null) this.#numbers.push(number)
    }
    this.#count(value)
  }

  #count(value: Json): void {
    const isShort = typeof value === 'string' ? value.length <= maxValueLength : typeof value !== 'object'
    if (!isShort) this.#texts = null
    if (!this.#texts) return
    const text = String(value).trim()
    this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1)
    if (this.#texts.size > maxDistinct) this.#texts = null
  }

  /** Cells without a current value are in no distribution. */
  result() {
    return {
      filled_cells: this.#filled,
      failed_cells: this.#failed,
      stale_cells: this.#stale,
      distribution: this.#distribution(),
    }
  }

  #distribution(): Distribution {
    if (this.#filled === 0) return { kind: 'other' }
    if (this.#passed + this.#refused === this.#filled)
      return { kind: 'verdicts', passed: this.#passed, failed: this.#refused }
    if (this.#numbers.length === this.#filled) return spread(this.#numbers)
    // Texts that are all different are names or questions, so their counts carry no information.
    if (!this.#texts || this.#texts.size === this.#filled) return { kind: 'other' }
    const sorted = [...this.#texts].sort((a, b) => b[1] - a[1])
    const top = sorted.slice(0, maxTop).map(([value, count]) => ({ value, count }))
    return { kind: 'values', distinct: sorted.length, top }
  }
}

function spread(numbers: readonly number[]): Distribution {
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const number of numbers) {
    min = Math.min(min, number)
    max = Math.max(max, number)
    sum += number / numbers.length
  }
  const steps = Array.from({ length: distributionSteps }, () => 0)
  // Halved, because the difference of two numbers may be too large for a number.
  const width = max / 2 - min / 2
  for (const number of numbers) {
    const share = width === 0 ? 0 : (number / 2 - min / 2) / width
    steps[Math.min(distributionSteps - 1, Math.floor(share * distributionSteps))]!++
  }
  return { kind: 'numbers', min, max, mean: sum, steps }
}
