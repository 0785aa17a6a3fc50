import { jsonEqual } from '../difference/json-equal.ts'
import type { Json } from '../json.ts'
import type { HumanConfig } from '../types/human.ts'
import { toNumber } from '../values/coercions.ts'

const MAX_TEXT = 100_000

/** Forms send texts: a number is meant where a number is wanted, and by nothing the answer is taken back. */
export function readAnswer(config: HumanConfig, sent: Json): Json {
  if (config.data_type === 'string' || typeof sent !== 'string') return sent
  if (config.ui_element.options?.includes(sent)) return sent
  return sent.trim() === '' ? null : (toNumber(sent) ?? sent)
}

/** Why a person's answer does not fit the column; null when it does. */
export function answerProblem(config: HumanConfig, answer: Json): string | null {
  const { min, max, step, options } = config.ui_element
  if (options != null) {
    return options.some((option) => jsonEqual(option, answer)) ? null : 'The answer is none of the options.'
  }
  if (config.data_type === 'string') {
    if (typeof answer !== 'string') return 'The answer must be text.'
    return answer.length <= MAX_TEXT ? null : `The answer is longer than ${MAX_TEXT} characters.`
  }
  if (typeof answer !== 'number' || !Number.isFinite(answer)) return 'The answer must be a number.'
  if (min != null && answer < min) return `The answer must be at least ${min}.`
  if (max != null && answer > max) return `The answer must be at most ${max}.`
  return step != null && !isOnStep(answer - (min ?? 0), step)
    ? `The answer must be in steps of ${step}.`
    : null
}

/** Steps as 0.1 have no exact doubles. */
function isOnStep(distance: number, step: number): boolean {
  const steps = distance / step
  return Math.abs(steps - Math.round(steps)) < 1e-9
}
