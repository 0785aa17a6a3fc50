import type { Aggregation, Step, Verdict } from './step.ts'
import { type StepResult, verdictFor, withoutRoundingError } from './step-result.ts'

export interface RowResult {
  readonly score: number | null
  readonly verdict: Verdict
}

export interface WeightedResult {
  readonly step: Pick<Step, 'weight' | 'required'>
  readonly result: StepResult
}

/**
 * A row's score: the weighted mean of its steps. A step in error counts as 0 and makes the verdict 'error', because
 * leaving it out would raise the score. Skipped steps are left out. A required step that did not pass or warn, or
 * was skipped, forces the verdict. A row passes only if a step has a weight and every weighted step had its input.
 */
export function rowResult(results: readonly WeightedResult[], aggregation: Aggregation): RowResult {
  const score = weightedMean(results)
  return { score, verdict: verdictOf(results, score, aggregation) }
}

function weightedMean(results: readonly WeightedResult[]): number | null {
  // Divided by the heaviest weight, because a sum of weights may exceed a double.
  const heaviest = Math.max(...results.map(({ step }) => step.weight))
  let [sum, weights] = [0, 0]
  for (const { step, result } of results) {
    if (result.verdict === 'skipped' || step.weight === 0) continue
    sum += (step.weight / heaviest) * (result.score ?? 0)
    weights += step.weight / heaviest
  }
  return weights === 0 ? null : withoutRoundingError(sum / weights)
}

function verdictOf(
  results: readonly WeightedResult[],
  score: number | null,
  aggregation: Aggregation,
): Verdict {
  if (results.some(({ result, step }) => result.verdict === 'error' && (step.weight > 0 || step.required)))
    return 'error'
  const hasMissedStep = results.some(({ step, result }) => step.required && !passesOrWarns(result.verdict))
  if (hasMissedStep && aggregation.requiredStepFailure !== 'warn') return aggregation.requiredStepFailure
  if (score === null) return hasMissedStep ? 'fail' : 'skipped'
  const verdict = verdictFor(score, aggregation.thresholds)
  return verdict === 'pass' && (hasMissedStep || results.some(isGap)) ? 'warn' : verdict
}

/** A weighted step that was left out of the calculation, or that had no input. */
export const isGap = ({ step, result }: WeightedResult): boolean =>
  step.weight > 0 && (result.isLeftOut === true || result.isMissing === true)

const passesOrWarns = (verdict: Verdict): boolean => verdict === 'pass' || verdict === 'warn'
