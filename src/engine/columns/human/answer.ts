import { exactResult } from '../../json/arithmetic.ts'
import { isJsonNumber, type JsonNumber, nearest, orderOfNumbers } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import { toExactNumber } from '../values/coercions.ts'

const MAX_TEXT = 100_000

/** The part of a column's config about its answers. */
interface AnswerRules {
  readonly data_type: 'number' | 'string'
  readonly ui_element: {
    readonly min?: number | null | undefined
    readonly max?: number | null | undefined
    readonly step?: number | null | undefined
    readonly options?: readonly Json[] | null | undefined
  }
}

/** Forms send texts: a number field converts them, and empty text withdraws the answer. */
export function readAnswer(config: AnswerRules, answer: Json): Json {
  if (config.data_type === 'string' || typeof answer !== 'string') return answer
  if (config.ui_element.options?.includes(answer)) return answer
  return answer.trim() === '' ? null : (toExactNumber(answer) ?? answer)
}

/** Reason why a person's answer does not fit the column; null if it fits. */
export function answerProblem(config: AnswerRules, answer: Json): string | null {
  const { min, max, step, options } = config.ui_element
  if (options != null) {
    return options.some((option) => jsonEqual(option, answer)) ? null : 'The answer is none of the options.'
  }
  if (config.data_type === 'string') {
    if (typeof answer !== 'string') return 'The answer must be text.'
    return answer.length <= MAX_TEXT ? null : `The answer is longer than ${MAX_TEXT} characters.`
  }
  if (!isJsonNumber(answer) || !Number.isFinite(nearest(answer))) return 'The answer must be a number.'
  if (min != null && orderOfNumbers(answer, min) < 0) return `The answer must be at least ${min}.`
  if (max != null && orderOfNumbers(answer, max) > 0) return `The answer must be at most ${max}.`
  return step != null && !isOnStep(answer, min ?? 0, step) ? `The answer must be in steps of ${step}.` : null
}

/** Steps such as 0.1 have no exact doubles. */
function isOnStep(answer: JsonNumber, first: number, step: number): boolean {
  if (typeof answer !== 'number') {
    const distance = exactResult('-', answer, first)
    return distance !== null && step > 0 && exactResult('%', distance, step) === 0
  }
  const steps = (answer - first) / step
  return Math.abs(steps - Math.round(steps)) < 1e-9
}
