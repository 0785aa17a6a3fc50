import { stepResult } from '../../../engine/sheet/index.ts'
import type { ScorecardResultRow } from '../../db/index.ts'
import { type KeptResult, leftOut } from './evaluate-step.ts'
import type { StepPlan } from './step-plan.ts'

export type KeptResults = Readonly<Record<string, KeptResult>>

export const parseResults = ({ steps }: Pick<ScorecardResultRow, 'steps'>): KeptResults =>
  JSON.parse(steps) as KeptResults

/**
 * The earlier result of a step that is out of scope, if the step and its inputs are unchanged. Otherwise the step counts as
 * left out.
 */
export function keptEarlier(
  plan: StepPlan,
  earlier: ScorecardResultRow | undefined,
  inputHash: string,
  now: number,
): KeptResult {
  const kept = earlier && parseResults(earlier)[plan.step.id]
  if (!kept || kept.config_hash !== plan.step.configHash || kept.input_hash !== inputHash)
    return leftOut(plan, inputHash, 'It was not in the scope of this calculation', now)
  if (kept.verdict === 'error' || kept.verdict === 'skipped' || kept.raw_value === null) return kept
  // Thresholds are not part of the hash, so the verdict is computed again.
  const { score, verdict, message } = stepResult(plan.step, { kind: 'value', value: kept.raw_value })
  return { ...kept, score, verdict, message }
}
