import { at, field, listOf } from './common/json.ts'

/** The provider's word for why the model stopped. */
export function finishReasonOf(response: unknown): string | null {
  const reasons = [
    field(listOf(field(response, 'choices'))[0], 'finish_reason'),
    field(listOf(field(response, 'candidates'))[0], 'finish_reason'),
    at(response, 'prompt_feedback', 'block_reason'),
    at(response, 'incomplete_details', 'reason'),
    at(response, 'details', 'finish_reason'),
    field(response, 'stop_reason'),
    field(response, 'finish_reason'),
    field(response, 'done_reason'),
    field(response, 'status'),
  ]
  const stated = reasons.find((reason) => typeof reason === 'string' && reason !== '')
  return typeof stated === 'string' ? stated : null
}
