import { type Interval, meanInterval, type Random, shareInterval } from '../statistics/index.ts'
import { isGap, type RowResult, rowResult, type WeightedResult } from './row-result.ts'
import type { Aggregation, Step, Verdict } from './step.ts'
import { type StepResult, verdictFor, withoutRoundingError } from './step-result.ts'

export type VerdictCounts = Readonly<Record<Verdict, number>>

/** Result of one step over the whole sheet: an entry of `criterion_summaries`. */
export interface CriterionSummary {
  /** Mean over the rows that the step judged; an error counts as 0. */
  readonly score: number | null
  readonly verdict: Verdict
  readonly counts: VerdictCounts
  /** 95 % interval of the mean; null with fewer than two rows. */
  readonly interval: Interval | null
}

export interface SheetResult {
  readonly score: number | null
  readonly verdict: Verdict
  readonly criteria: ReadonlyMap<string, CriterionSummary>
  readonly rows: VerdictCounts
}

const noCounts = (): Record<Verdict, number> => ({ pass: 0, warn: 0, fail: 0, error: 0, skipped: 0 })

/**
 * A calculation over a sheet, row by row: each step's mean over the rows, then one weighted mean of the steps;
 * steps over a whole column count once. `result` may be called at any time for the partial score.
 */
export class SheetCalculation {
  readonly #steps: readonly Step[]
  readonly #aggregation: Aggregation
  readonly #scores = new Map<string, number[]>()
  readonly #counts = new Map<string, Record<Verdict, number>>()
  readonly #columnResults = new Map<string, StepResult>()
  readonly #rows = noCounts()
  #hasGaps = false

  constructor(steps: readonly Step[], aggregation: Aggregation) {
    this.#steps = steps
    this.#aggregation = aggregation
  }

  /** Results by step id. Rows with row steps that have no result yet must not be added. */
  addRow(results: ReadonlyMap<string, StepResult>): RowResult {
    const weighted: WeightedResult[] = []
    for (const step of this.#steps) {
      const result = results.get(step.id)
      if (!result) continue
      weighted.push({ step, result })
      this.#count(step.id, result)
    }
    this.#hasGaps ||= weighted.some(isGap)
    this.#hasGaps ||= weighted.some(({ step, result }) => step.required && result.verdict === 'skipped')
    const row = rowResult(weighted, this.#aggregation)
    this.#rows[row.verdict]++
    return row
  }

  /** Result of a step over the whole column, with the number of its cells that were left out or failed. */
  addColumnResult(stepId: string, result: StepResult, missing = 0): void {
    this.#columnResults.set(stepId, result)
    const counts = this.#steps.some(({ id, weight }) => id === stepId && weight > 0)
    this.#hasGaps ||= counts && (missing > 0 || result.verdict === 'skipped')
  }

  /** Like `addColumnResult`, for a step that is shown for information: it has no score, and leaves no gap. */
  addInformation(stepId: string, result: StepResult): void {
    this.#columnResults.set(stepId, result)
  }

  result(random: Random): SheetResult {
    const criteria = new Map<string, CriterionSummary>()
    for (const step of this.#steps) {
      const columnResult = this.#columnResults.get(step.id)
      criteria.set(step.id, columnResult ? wholeSummary(columnResult) : this.#rowSummary(step, random))
    }
    const weighted = this.#steps.map(({ id, weight, required }): WeightedResult => {
      const { score, verdict } = criteria.get(id)!
      const step = { weight, required: required && this.#hasResult(id) }
      return { step, result: { score, verdict, message: null } }
    })
    const { score, verdict } = rowResult(weighted, this.#aggregation)
    // Missing or broken rows, and steps without a result in any row, cap the verdict at warn.
    // Without row steps, no row is missing.
    const rowSteps = this.#steps.filter(({ id }) => !this.#columnResults.has(id))
    const isAlwaysSkipped = ({ id, weight }: Step) =>
      weight > 0 && this.#hasResult(id) && criteria.get(id)!.verdict === 'skipped'
    const isBroken = rowSteps.length > 0 && this.#rows.error + this.#rows.skipped > 0
    const isIncomplete = this.#hasGaps || isBroken || rowSteps.some(isAlwaysSkipped)
    return {
      score,
      verdict: verdict === 'pass' && isIncomplete ? 'warn' : verdict,
      criteria,
      rows: { ...this.#rows },
    }
  }

  /** False until the step has a first result. */
  #hasResult(stepId: string): boolean {
    return this.#columnResults.has(stepId) || this.#counts.has(stepId)
  }

  #count(stepId: string, { score, verdict }: StepResult): void {
    const counts = this.#counts.get(stepId) ?? noCounts()
    counts[verdict]++
    this.#counts.set(stepId, counts)
    if (verdict === 'skipped') return
    const scores = this.#scores.get(stepId)
    if (scores) scores.push(score ?? 0)
    else this.#scores.set(stepId, [score ?? 0])
  }

  #rowSummary({ id, thresholds }: Step, random: Random): CriterionSummary {
    const counts = this.#counts.get(id) ?? noCounts()
    const scores = this.#scores.get(id) ?? []
    if (scores.length === 0) return { score: null, verdict: 'skipped', counts, interval: null }
    const score = withoutRoundingError(scores.reduce((a, b) => a + b, 0) / scores.length)
    const verdict = counts.error === scores.length ? 'error' : verdictFor(score, thresholds)
    return { score, verdict, counts, interval: shareInterval(scores) ?? meanInterval(scores, random) }
  }
}

function wholeSummary({ score, verdict }: StepResult): CriterionSummary {
  return { score, verdict, counts: { ...noCounts(), [verdict]: 1 }, interval: null }
}
