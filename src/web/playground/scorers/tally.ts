import { type Interval, wilson } from '../../../engine/sheet/statistics/index.ts'
import type { Score } from './scorer.ts'

export interface Tally {
  readonly passed: number
  /** Answers that should have a result, judged or not. */
  readonly total: number
  readonly errors: number
  readonly interval: Interval | null
}

/** Counts passes among all answers. An answer without a result, or with a failed judgement, does not pass. */
export function tallyOf(scores: readonly (Score | undefined)[]): Tally {
  const passed = scores.filter((score) => score?.verdict === 'pass').length
  const errors = scores.filter((score) => score === undefined || score.verdict === 'error').length
  return { passed, total: scores.length, errors, interval: wilson(passed, scores.length) }
}
