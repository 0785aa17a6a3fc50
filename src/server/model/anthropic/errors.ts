import {
  type ErrorTable,
  notAllowed,
  quotaSpent,
  rateLimited,
  refused,
  timedOut,
  unavailable,
} from '../exchange/index.ts'

export const anthropicErrors: ErrorTable = {
  words: [[/credit balance|usage limits?\b/i, quotaSpent]],
  codes: new Map([
    ['invalid_request_error', refused],
    ['authentication_error', notAllowed],
    ['billing_error', quotaSpent],
    ['permission_error', notAllowed],
    ['not_found_error', refused],
    ['request_too_large', refused],
    ['rate_limit_error', rateLimited],
    ['timeout_error', timedOut],
    ['api_error', unavailable],
    ['overloaded_error', unavailable],
  ]),
}
