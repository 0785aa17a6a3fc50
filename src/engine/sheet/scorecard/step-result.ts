import type { Json } from '../../columns/json.ts'
import { plain, toNumber } from '../../columns/values/coercions.ts'
import {
  DEFAULT_TOKENS,
  isBlank,
  labelOf,
  readAssertions,
  readBoolean,
  readNumber,
} from '../score/read-value.ts'
import type { ScoreAdapter, Step, Thresholds, Verdict } from './step.ts'

/** What one step says of one row, or of the whole column. */
export interface StepResult {
  /** From 0 to 1; null when the step is skipped or in error. */
  readonly score: number | null
  readonly verdict: Verdict
  /** Why it is in error or skipped. */
  readonly message: string | null
  /** Skipped as it was left out of this calculation: nobody has looked, so that nothing may pass by it. */
  readonly isLeftOut?: boolean
}

/** How a step's run ended. `missing`: there was nothing to judge. */
export type StepOutcome =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string }

/**
 * A value as score and verdict. Booleans are 1 and 0; of several assertions the score is the share of true
 * ones, and the verdict is fail unless all are true. A number must be from 0 to 1 or the step needs a
 * `score_adapter`. Nothing that is missing or unreadable ever passes.
 */
export function stepResult(step: Step, outcome: StepOutcome): StepResult {
  if (outcome.kind === 'failed') return { score: null, verdict: 'error', message: outcome.message }
  if (outcome.kind === 'missing') return { score: null, verdict: 'skipped', message: outcome.message }
  const { value } = outcome
  if (isBlank(value)) return { score: null, verdict: 'skipped', message: 'The check found nothing to judge' }
  const assertions = step.primitive === 'LLM_ASSERTION' ? readAssertions(value, DEFAULT_TOKENS) : null
  if (assertions) {
    const score = assertions.filter((held) => held).length / assertions.length
    return { score, verdict: score === 1 ? 'pass' : 'fail', message: null }
  }
  const score = scoreOf(value, step.adapter)
  if (typeof score === 'string') return { score: null, verdict: 'error', message: score }
  return { score, verdict: verdictFor(score, step.thresholds), message: null }
}

/**
 * A score as the decimal that it is meant to be, where binary fractions miss it by their last digits: 0.4 + 0.3 + 0.1 has
 * reached 0.8, and ten times 0.8 by ten as well. Others, as 2 / 3, stay what they are.
 */
export function settled(score: number): number {
  const decimal = Math.round(score * 1e9) / 1e9
  return Math.abs(decimal - score) < 1e-12 ? decimal : score
}

/** A score that is just a threshold has reached it. */
export function verdictFor(score: number, { pass, warn }: Thresholds): Verdict {
  if (score >= pass) return 'pass'
  return score >= warn ? 'warn' : 'fail'
}

/** The score, or why there is none. */
function scoreOf(value: Json, adapter: ScoreAdapter | null): number | string {
  if (adapter?.type === 'labels') {
    const label = labelOf(value)
    const score = typeof label === 'string' ? adapter.labels.get(label.trim().toLowerCase()) : undefined
    return score ?? `The label ${JSON.stringify(label)} has no score`
  }
  const truth = readBoolean(value, DEFAULT_TOKENS)
  if (truth !== null) return Number(truth)
  // An adapter has the judge's own scale, not the one that is brought to 0 to 1.
  const number = (adapter && toNumber(plain(value))) ?? readNumber(value)
  if (number === null) return 'The check gave neither true or false nor a number'
  if (adapter) {
    // By halves, as the width of a scale may be more than a double holds.
    const part = (number / 2 - adapter.min / 2) / (adapter.max / 2 - adapter.min / 2)
    const share = settled(Math.min(1, Math.max(0, part)))
    return adapter.invert ? 1 - share : share
  }
  if (number < 0 || number > 1)
    return `The check gave ${number}; without a score_adapter it must be from 0 to 1`
  return number
}
