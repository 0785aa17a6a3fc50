import type { Json } from '../../../engine/columns/index.ts'
import {
  checkTools,
  evidenceFor,
  type StepOutcome,
  stepResult,
  type Verdict,
} from '../../../engine/sheet/index.ts'
import { guardedStep } from '../../template-runs/index.ts'
import type { AnswerNeed } from './answer-need.ts'
import type { StepInputs } from './step-inputs.ts'
import type { StepPlan } from './step-plan.ts'
import type { StoredStep } from './stored-step.ts'

/** The result of a step for a row, in its stored form. */
export interface StoredResult {
  readonly score: number | null
  readonly verdict: Verdict
  readonly message: string | null
  /** True if the row or step was out of scope or cancelled. */
  readonly isLeftOut?: boolean
  /** True if a cell that the step reads has no value. */
  readonly isMissing?: boolean
  readonly evidence: Json
  readonly raw_value: Json
  readonly config_hash: string
  readonly input_hash: string
  readonly computed_at: number
}

interface StepRun {
  readonly outcome: StepOutcome
  readonly evidence?: Json
}

/** Maximum characters of a value that is stored with a result. */
const maxRaw = 65_536

export async function evaluateStep(
  plan: StepPlan,
  { evidence_mode }: Pick<StoredStep, 'evidence_mode'>,
  { inputHash, ready }: StepInputs,
  answerNeed: AnswerNeed,
  now: () => number,
): Promise<StoredResult> {
  const stepRun: StepRun =
    ready.kind === 'ready' ? await run(plan, ready.inputs, answerNeed) : { outcome: ready }
  const result = stepResult(plan.step, stepRun.outcome)
  const value = stepRun.outcome.kind === 'value' ? stepRun.outcome.value : null
  return {
    ...result,
    evidence: evidenceFor(evidence_mode, value, stepRun.evidence, result.message),
    raw_value: JSON.stringify(value).length > maxRaw ? null : value,
    config_hash: plan.step.configHash,
    input_hash: inputHash,
    computed_at: now(),
  }
}

/** The result of a step that was not evaluated, with the reason. */
export function leftOutResult(plan: StepPlan, inputHash: string, message: string, now: number): StoredResult {
  return {
    score: null,
    verdict: 'skipped',
    message,
    isLeftOut: true,
    evidence: message,
    raw_value: null,
    config_hash: plan.step.configHash,
    input_hash: inputHash,
    computed_at: now,
  }
}

async function run(
  { task, evaluator }: StepPlan,
  inputs: Extract<StepInputs['ready'], { kind: 'ready' }>['inputs'],
  answerNeed: AnswerNeed,
): Promise<StepRun> {
  if (task.kind === 'tools') {
    const { value, evidence } = checkTools(task.rule, inputs.values[0] ?? null)
    if (value === null) return { outcome: { kind: 'missing', message: evidence } }
    return { outcome: { kind: 'value', value }, evidence }
  }
  let step = guardedStep(() => evaluator!.prepare(inputs))
  while (step.kind === 'need') {
    const { need, state } = step
    const answer = await answerNeed(need)
    step = guardedStep(() => evaluator!.complete!(inputs, state, answer))
  }
  if (step.kind === 'failed') return { outcome: { kind: 'failed', message: step.failure.message } }
  const outcome: StepOutcome = { kind: 'value', value: step.value }
  return step.evidence === undefined ? { outcome } : { outcome, evidence: step.evidence }
}
