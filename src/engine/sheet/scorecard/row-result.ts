import type { Aggregation, Step, Verdict } from './step.ts'
import { type StepResult, settled, verdictFor } from './step-result.ts'

export interface RowResult {
  readonly score: number | null
  readonly verdict: Verdict
}

export interface WeightedResult {
  readonly step: Pick<Step, 'weight' | 'required'>
  readonly result: StepResult
}

/**
 * A row's score: the weighted mean of its steps. A step in error counts as 0 and makes the verdict 'error':
 * to leave it out would lift the score. A skipped step is in no mean. A required step that did not pass or
 * warn forces the verdict, also when it was skipped; only a step with a weight can make a row pass, and none
 * while one with a weight was left out of the calculation.
 */
export function rowResult(results: readonly WeightedResult[], aggregation: Aggregation): RowResult {
  const score = weightedMean(results)
  return { score, verdict: verdictOf(results, score, aggregation) }
}

function weightedMean(results: readonly WeightedResult[]): number | null {
  // Against the heaviest, as a sum of weights may be more than a double holds.
  const heaviest = Math.max(...results.map(({ step }) => step.weight))
  let [sum, weights] = [0, 0]
  for (const { step, result } of results) {
    if (result.verdict === 'skipped' || step.weight === 0) continue
    sum += (step.weight / heaviest) * (result.score ?? 0)
    weights += step.weight / heaviest
  }
  return weights === 0 ? null : settled(sum / weights)
}

function verdictOf(
  results: readonly WeightedResult[],
  score: number | null,
  aggregation: Aggregation,
): Verdict {
  if (results.some(({ result, step }) => result.verdict === 'error' && (step.weight > 0 || step.required)))
    return 'error'
  const missed = results.some(({ step, result }) => step.required && !isMet(result.verdict))
  if (missed && aggregation.requiredStepFailure !== 'warn') return aggregation.requiredStepFailure
  if (score === null) return missed ? 'fail' : 'skipped'
  const verdict = verdictFor(score, aggregation.thresholds)
  return verdict === 'pass' && (missed || results.some(isGap)) ? 'warn' : verdict
}

/** It has a weight, and was left out. */
export const isGap = ({ step, result }: WeightedResult): boolean =>
  step.weight > 0 && result.isLeftOut === true

const isMet = (verdict: Verdict): boolean => verdict === 'pass' || verdict === 'warn'
