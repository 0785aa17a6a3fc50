import { field, listOf, valueAt } from './common/json.ts'

/** The provider's term for why the model stopped. */
export function finishReasonOf(response: unknown): string | null {
  const reasons = [
    field(listOf(field(response, 'choices'))[0], 'finish_reason'),
    field(listOf(field(response, 'candidates'))[0], 'finish_reason'),
    valueAt(response, 'prompt_feedback', 'block_reason'),
    valueAt(response, 'incomplete_details', 'reason'),
    valueAt(response, 'details', 'finish_reason'),
    field(response, 'stop_reason'),
    field(response, 'finish_reason'),
    field(response, 'done_reason'),
    field(response, 'status'),
  ]
  const stated = reasons.find((reason) => typeof reason === 'string' && reason !== '')
  return typeof stated === 'string' ? stated : null
}
