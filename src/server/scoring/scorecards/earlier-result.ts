import { stepResult } from '../../../engine/sheet/index.ts'
import type { ScorecardResultRow } from '../../db/index.ts'
import { leftOutResult, type StoredResult } from './evaluate-step.ts'
import type { StepPlan } from './step-plan.ts'

export type EarlierResults = Readonly<Record<string, StoredResult>>

export const parseResults = ({ steps }: Pick<ScorecardResultRow, 'steps'>): EarlierResults =>
  JSON.parse(steps) as EarlierResults

/**
 * The result of a step that is out of scope. If the step and its inputs are unchanged, it is the earlier result;
 * otherwise the step counts as left out.
 */
export function earlierResult(
  plan: StepPlan,
  earlier: ScorecardResultRow | undefined,
  inputHash: string,
  now: number,
): StoredResult {
  const earlierStep = earlier && parseResults(earlier)[plan.step.id]
  if (
    !earlierStep ||
    earlierStep.config_hash !== plan.step.configHash ||
    earlierStep.input_hash !== inputHash
  )
    return leftOutResult(plan, inputHash, 'The step or row was not in the scope of this calculation', now)
  if (earlierStep.verdict === 'error' || earlierStep.verdict === 'skipped' || earlierStep.raw_value === null)
    return earlierStep
  // The hash does not include thresholds, so the verdict is computed again.
  const { score, verdict, message } = stepResult(plan.step, { kind: 'value', value: earlierStep.raw_value })
  return { ...earlierStep, score, verdict, message }
}
