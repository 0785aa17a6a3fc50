import { field, listOf, text, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import {
  type ErrorTable,
  notAllowed,
  quotaSpent,
  rateLimited,
  refused,
  timedOut,
  unavailable,
} from '../exchange/index.ts'

const details = (body: unknown) => listOf(valueAt(Array.isArray(body) ? body[0] : body, 'error', 'details'))

/** True for daily and monthly limits. They have the same status and message as limits per minute. */
const isSpentForLong = (body: unknown) =>
  details(body)
    .flatMap((detail) => listOf(field(detail, 'violations')))
    .some((violation) => /PerDay|PerMonth/.test(text(field(violation, 'quotaId'))))

export const googleErrors: ErrorTable = {
  words: [
    [/API key (not valid|expired|not found)/i, notAllowed],
    [/billing|prepayment credits|spending cap/i, quotaSpent],
  ],
  codes: new Map([
    ['UNAUTHENTICATED', notAllowed],
    ['PERMISSION_DENIED', notAllowed],
    ['invalid_grant', notAllowed],
    ['RESOURCE_EXHAUSTED', rateLimited],
    ['DEADLINE_EXCEEDED', timedOut],
    ['INTERNAL', unavailable],
    ['UNAVAILABLE', unavailable],
    ['INVALID_ARGUMENT', refused],
    ['FAILED_PRECONDITION', refused],
    ['NOT_FOUND', refused],
  ]),
  verdictOf: (body) => (isSpentForLong(body) ? quotaSpent : null),
  delayOf(body) {
    const delay = details(body)
      .map((detail) => /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(text(field(detail, 'retryDelay')))?.[1])
      .find((seconds) => seconds !== undefined)
    return delay === undefined ? null : Math.ceil(Number(delay) * 1000)
  },
}
