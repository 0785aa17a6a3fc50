import { isBlank, plain, toNumber } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'
import { DEFAULT_TOKENS, labelOf, readAssertions, readBoolean, readNumber } from '../score/read-value.ts'
import type { ScoreAdapter, Step, Thresholds, Verdict } from './step.ts'

/** Result of a step for one row, or for the whole column. */
export interface StepResult {
  /** From 0 to 1; null if the step is skipped or in error. */
  readonly score: number | null
  readonly verdict: Verdict
  /** Reason of an error or a skip. */
  readonly message: string | null
  /** Skipped because this calculation left the step out. */
  readonly isLeftOut?: boolean
  /** Skipped because a cell that the step reads has no value. */
  readonly isMissing?: boolean
}

/** How a step's run ended. `missing`: the row has no input to judge. */
export type StepOutcome =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string }

/**
 * A value as score and verdict. Booleans are 1 and 0. The score of several assertions is the share of true assertions;
 * the verdict is pass only if all are true. A number must be from 0 to 1, or the step needs a `score_adapter`. Missing
 * and unreadable values never pass.
 */
export function stepResult(step: Step, outcome: StepOutcome): StepResult {
  if (outcome.kind === 'failed') return { score: null, verdict: 'error', message: outcome.message }
  if (outcome.kind === 'missing')
    return { score: null, verdict: 'skipped', message: outcome.message, isMissing: true }
  const { value } = outcome
  if (isBlank(value)) return { score: null, verdict: 'skipped', message: 'The check found nothing to judge' }
  const assertions = step.primitive === 'LLM_ASSERTION' ? readAssertions(value, DEFAULT_TOKENS) : null
  if (assertions) {
    const score = assertions.filter((isTrue) => isTrue).length / assertions.length
    return { score, verdict: score === 1 ? 'pass' : 'fail', message: null }
  }
  const score = scoreOf(value, step.adapter)
  if (typeof score === 'string') return { score: null, verdict: 'error', message: score }
  return { score, verdict: verdictFor(score, step.thresholds), message: null }
}

/**
 * Removes binary rounding errors: 0.4 + 0.3 + 0.1 becomes 0.8, and so does ten times 0.8 divided by ten.
 * Other values, such as 2 / 3, are unchanged.
 */
export function withoutRoundingError(score: number): number {
  const decimal = Math.round(score * 1e9) / 1e9
  return Math.abs(decimal - score) < 1e-12 ? decimal : score
}

/** A score equal to a threshold reaches it. */
export function verdictFor(score: number, { pass, warn }: Thresholds): Verdict {
  if (score >= pass) return 'pass'
  return score >= warn ? 'warn' : 'fail'
}

/** The score, or a message why there is none. */
function scoreOf(value: Json, adapter: ScoreAdapter | null): number | string {
  if (adapter?.type === 'labels') {
    const label = labelOf(value)
    const score = typeof label === 'string' ? adapter.labels.get(label.trim().toLowerCase()) : undefined
    return score ?? `The label ${JSON.stringify(label)} has no score`
  }
  const truth = readBoolean(value, DEFAULT_TOKENS)
  if (truth !== null) return Number(truth)
  // An adapter uses the judge's own scale, before it is scaled to 0..1.
  const number = (adapter && toNumber(plain(value))) ?? readNumber(value)
  if (number === null) return 'The check gave neither true, false nor a number'
  if (adapter) {
    // Halves, because the width of a scale may exceed a double.
    const part = (number / 2 - adapter.min / 2) / (adapter.max / 2 - adapter.min / 2)
    const share = Math.min(1, Math.max(0, part))
    return withoutRoundingError(adapter.invert ? 1 - share : share)
  }
  if (number < 0 || number > 1)
    return `The check gave ${number}; without a score_adapter it must be from 0 to 1`
  return number
}
