import type { ErrorType } from '../../../contract/index.ts'
import { field, text, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import { ModelFailure } from '../failure.ts'
import { retryAfterOf } from '../retry-after.ts'

/** An error of OpenAI, Azure, OpenRouter or another provider with OpenAI's wire. */
export interface ProviderError {
  /** Null for an error inside an answer or stream. */
  readonly status: number | null
  readonly headers: Headers | null
  /** The error as the wire has it: `{ message, type, code }`. */
  readonly error: unknown
}

interface Row {
  readonly statuses?: readonly number[]
  /** Values of `code` or `type`. */
  readonly words?: readonly string[]
  readonly errorType: ErrorType
  /** True if the provider has not begun, or failed without output. */
  readonly retryable: boolean
}

/** The first row that matches wins. Codes are more specific than statuses, so they stand first. */
const table: readonly Row[] = [
  {
    words: ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'insufficient_credits'],
    errorType: 'PROVIDER_QUOTA_LIMIT',
    retryable: false,
  },
  { words: ['invalid_api_key', 'authentication_error'], errorType: 'PROVIDER_AUTH_ERROR', retryable: false },
  { words: ['context_length_exceeded'], errorType: 'PROVIDER_ERROR', retryable: false },
  { words: ['rate_limit_exceeded', 'rate_limit_error'], errorType: 'PROVIDER_RATE_LIMIT', retryable: true },
  { words: ['server_error', 'overloaded'], errorType: 'PROVIDER_ERROR', retryable: true },
  { statuses: [402], errorType: 'PROVIDER_QUOTA_LIMIT', retryable: false },
  { statuses: [401, 403], errorType: 'PROVIDER_AUTH_ERROR', retryable: false },
  { statuses: [429], errorType: 'PROVIDER_RATE_LIMIT', retryable: true },
  // Not retried, because the provider may have done the work although the gateway timed out.
  { statuses: [408, 504], errorType: 'PROVIDER_TIMEOUT', retryable: false },
  { statuses: [500, 502, 503, 529], errorType: 'PROVIDER_ERROR', retryable: true },
]

export function openAiFailure({ status, headers, error }: ProviderError, now: number): ModelFailure {
  const code = field(error, 'code')
  // OpenRouter puts the HTTP status into `code`.
  const httpStatus = status ?? (typeof code === 'number' && code >= 400 && code < 600 ? code : null)
  const codes = [text(code), text(field(error, 'type'))]
  const row = table.find(
    ({ statuses, words }) =>
      (words?.some((word) => codes.includes(word)) && (status ?? 400) >= 400) ||
      (httpStatus !== null && statuses?.includes(httpStatus)),
  )
  return new ModelFailure(messageOf(error, httpStatus), {
    errorType: row?.errorType ?? 'PROVIDER_ERROR',
    status,
    retryable: (row?.retryable ?? false) && headers?.get('x-should-retry') !== 'false',
    retryAfterMilliseconds: retryAfterOf(headers, now),
  })
}

/** The log stores 1,024 characters of a message, and some providers repeat the whole request. */
const maxMessageLength = 1_000

function messageOf(error: unknown, status: number | null): string {
  const message = text(field(error, 'message')) || text(valueAt(error, 'error', 'message')) || text(error)
  const messageText = message.slice(0, maxMessageLength) || 'The provider failed without a message.'
  return status === null ? messageText : `${status} ${messageText}`
}

/** The failure for an answer that does not have the wire's form. */
export const malformed = (message: string): ModelFailure =>
  new ModelFailure(message, { errorType: 'PROVIDER_ERROR', status: 200 })
