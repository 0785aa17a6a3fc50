import { Refusal, type RefusalCode } from '../../engine/refusal.ts'
import type { Model } from '../../engine/template/blueprint/index.ts'
import { ModelFailure } from '../model/index.ts'
import { BudgetExhausted, UnknownCost } from '../model/slots/index.ts'
import type { CallFailure } from '../requests/index.ts'
import type { Tally } from './tally.ts'

/** A failure in the form of the request log. */
export function loggedFailure(error: unknown): CallFailure {
  if (!(error instanceof ModelFailure))
    return { status: 'ERROR', errorType: 'UNKNOWN_ERROR', message: 'The call was cancelled.' }
  const { errorType, message } = error
  return { status: errorType === 'PROVIDER_PARTIAL_RESPONSE' ? 'WARNING' : 'ERROR', errorType, message }
}

/** Converts failures that a caller can act on into refusals; returns other errors unchanged. */
export function asRefusal(error: unknown, tally: Tally, model: Pick<Model, 'provider' | 'name'>): unknown {
  const { requestIds } = tally.spending()
  if (error instanceof ModelFailure)
    return new Refusal(codeOf(error), error.message, {
      error_type: error.errorType,
      request_ids: requestIds,
      provider: model.provider,
      model: model.name,
    })
  if (error instanceof BudgetExhausted)
    return new Refusal('budget_exhausted', 'The budget of the run is used up.', { request_ids: requestIds })
  if (error instanceof UnknownCost)
    return new Refusal(
      'bad_request',
      'The price of this model is not known, so a budget in money cannot be enforced.',
    )
  return error
}

function codeOf({ errorType }: ModelFailure): RefusalCode {
  if (errorType === 'PROVIDER_RATE_LIMIT') return 'model_rate_limited'
  return errorType === 'PROVIDER_TIMEOUT' ? 'model_timeout' : 'model_failed'
}

/** A refusal for a failed part of a run, with the ids of the calls before it. */
export const runRefusal = (code: RefusalCode, message: string, tally: Tally): Refusal =>
  new Refusal(code, message, { request_ids: tally.spending().requestIds })
