import type { Json } from '../../json/json.ts'
import { ColumnTally, tokensOf, WinnerTally } from '../score/index.ts'
import { readNumber } from '../score/read-value.ts'
import type { CellState } from '../states/index.ts'
import type { Step } from './step.ts'
import { type StepOutcome, type StepResult, stepResult, withoutRoundingError } from './step-result.ts'
import type { AggregateTask } from './task.ts'

export interface AggregateResult extends StepResult {
  /** The average, or the winning value. */
  readonly value: Json
  readonly label: Json
  readonly included: number
  readonly excluded: number
  /** Failed cells; those outside the average are also excluded. */
  readonly failed: number
  /** Excluded cells that have not failed. */
  readonly missing: number
  /** True for a step that is shown, but does not count in the mean. */
  readonly isInformational: boolean
}

/** COLUMN_AGGREGATE: one value for a whole column, divided by `score_max` and clamped to 0..1. */
export class AggregateStep {
  readonly #step: Step
  readonly #task: AggregateTask
  readonly #average: ColumnTally
  readonly #winner: WinnerTally | null
  #cells = 0
  #failed = 0

  constructor(step: Step, task: AggregateTask) {
    this.#step = step
    this.#task = task
    const tokens = tokensOf(task.trueValues, task.falseValues)
    this.#average = new ColumnTally({
      type: task.counts,
      tokens,
      ...(task.assertions === 'none'
        ? { assertions: 'mean', meaning: 'by-value' }
        : { assertions: task.assertions, meaning: 'boolean' }),
    })
    this.#winner = task.aggregation === 'average' ? null : new WinnerTally(task.aggregation)
  }

  add(state: CellState, value: Json, label: Json): void {
    this.#cells++
    if (state === 'FAILED') this.#failed++
    if (this.#winner) this.#winner.add(state, value, label)
    else this.#average.add(state, value)
  }

  result(): AggregateResult {
    const aggregate = this.#aggregate()
    const result = stepResult(this.#step, this.#outcome(aggregate.value))
    return { ...result, ...aggregate, failed: this.#failed, isInformational: this.#task.informational }
  }

  #aggregate(): Pick<AggregateResult, 'value' | 'label' | 'included' | 'excluded' | 'missing'> {
    if (!this.#winner) {
      const { score, included, excluded, missing } = this.#average.result()
      return { value: score, label: null, included, excluded, missing }
    }
    const winner = this.#winner.result()
    const excluded = winner?.excluded ?? this.#cells
    return {
      value: winner?.value ?? null,
      label: winner?.label ?? null,
      included: this.#cells - excluded,
      excluded,
      missing: excluded - this.#failed,
    }
  }

  #outcome(value: Json): StepOutcome {
    if (value === null) return { kind: 'missing', message: 'The column has no value to aggregate' }
    if (this.#task.informational) return { kind: 'missing', message: 'Shown for information' }
    if (this.#step.adapter) return { kind: 'value', value }
    const number = readNumber(value)
    if (number === null) return { kind: 'missing', message: 'The value is not a number, so it has no score' }
    return {
      kind: 'value',
      value: withoutRoundingError(Math.min(1, Math.max(0, number / this.#task.scoreMax))),
    }
  }
}
