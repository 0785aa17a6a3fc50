import type { ScoreMeaning } from '../../columns/column.ts'
import { isBlank } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'
import type { CellState } from '../states/index.ts'
import { type Interval, wilson } from '../statistics/index.ts'
import type { ScoreType } from './configuration.ts'
import { Mean } from './mean.ts'
import {
  type AssertionAggregation,
  aggregateAssertions,
  readAssertions,
  readBoolean,
  readNumber,
  type Tokens,
} from './read-value.ts'

export interface TallyRules {
  readonly type: ScoreType
  readonly tokens: Tokens
  readonly assertions: AssertionAggregation
  readonly meaning: ScoreMeaning
}

/** The score of one column. Excluded cells are counted, so that missing values cannot improve a score unnoticed. */
export interface ColumnScore {
  /** The share of true (a failed cell counts as false), or the mean; null if no cell can be scored. */
  readonly score: number | null
  /** Cells in the score: the n of its interval. */
  readonly included: number
  readonly excluded: number
  /** Failed cells; included in a share, excluded from a mean. */
  readonly failed: number
  /** Excluded cells that have not failed: without a value, or with one of another kind. */
  readonly missing: number
  readonly resolved: 'boolean' | 'numeric' | null
  /** Cells that are true in full; null for numbers. */
  readonly successes: number | null
  /** 95 % interval; null for numbers that are not a share, and without cells. */
  readonly interval: Interval | null
}

/**
 * Tallies one column cell by cell, without keeping the cells. Auto: boolean if every completed, non-blank value is
 * true or false; numeric if every one is a number; else no score. A failed cell counts as 0 in a share, as a
 * failed step does in a row; a mean of numbers leaves it out, because numbers have no worst value.
 */
export class ColumnTally {
  readonly #rules: TallyRules
  #cells = 0
  #failed = 0
  #filled = 0
  #booleans = 0
  #booleanSum = 0
  #successes = 0
  /** Cells with several assertions may be partly true. */
  #hasPartialTruths = false
  readonly #numbers = new Mean()

  constructor(rules: TallyRules) {
    this.#rules = rules
  }

  /**
   * True if the value counts for the column's score. With auto, the column has no score if a later value is
   * of another kind.
   */
  add(state: CellState, value: Json): boolean {
    this.#cells++
    if (state === 'FAILED') this.#failed++
    if (state !== 'COMPLETED' || isBlank(value)) return false
    this.#filled++
    const truth = this.#truth(value)
    if (truth !== null) {
      this.#booleans++
      this.#booleanSum += truth
      this.#successes += Number(truth === 1)
      this.#hasPartialTruths ||= truth !== 0 && truth !== 1
    }
    const number = readNumber(value)
    if (number !== null) this.#numbers.add(number)
    return this.#accepts('boolean') && truth !== null ? true : this.#accepts('numeric') && number !== null
  }

  result(): ColumnScore {
    const resolved = this.#resolve()
    const judged = this.#booleans + this.#failed
    const included = resolved === 'boolean' ? judged : resolved === 'numeric' ? this.#numbers.count : 0
    const share = judged === 0 ? null : this.#booleanSum / judged
    return {
      score: resolved === null ? null : resolved === 'boolean' ? share : this.#numbers.result(),
      included,
      excluded: this.#cells - included,
      failed: this.#failed,
      missing: this.#cells - included - (resolved === 'boolean' ? 0 : this.#failed),
      resolved,
      successes: resolved === 'boolean' ? this.#successes : null,
      interval: resolved === 'boolean' && !this.#hasPartialTruths ? wilson(this.#successes, included) : null,
    }
  }

  #truth(value: Json): number | null {
    const truth = readBoolean(value, this.#rules.tokens)
    if (truth !== null) return Number(truth)
    if (this.#rules.meaning !== 'boolean') return null
    const verdicts = readAssertions(value, this.#rules.tokens)
    return verdicts && aggregateAssertions(verdicts, this.#rules.assertions)
  }

  #accepts(kind: 'boolean' | 'numeric'): boolean {
    return this.#rules.type === kind || this.#rules.type === 'auto' || this.#rules.type === 'custom'
  }

  #resolve(): ColumnScore['resolved'] {
    if (this.#rules.type === 'boolean') return 'boolean'
    if (this.#rules.type === 'numeric') return 'numeric'
    if (this.#filled === 0) return this.#failed > 0 && this.#rules.meaning === 'boolean' ? 'boolean' : null
    if (this.#booleans === this.#filled) return 'boolean'
    return this.#numbers.count === this.#filled ? 'numeric' : null
  }
}
