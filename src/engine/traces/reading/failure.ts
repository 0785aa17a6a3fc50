import type { Span } from '../span.ts'
import { textOf } from './fields.ts'

/** Kind of failure, in the terms of the request log. */
export type FailureKind =
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_QUOTA_LIMIT'
  | 'PROVIDER_RATE_LIMIT'
  | 'PROVIDER_AUTH_ERROR'
  | 'PROVIDER_ERROR'
  | 'UNKNOWN_ERROR'

export interface Failure {
  readonly kind: FailureKind
  readonly message: string | null
}

const kinds: readonly (readonly [RegExp, FailureKind])[] = [
  [/time(d)?[ _-]?out|deadline/, 'PROVIDER_TIMEOUT'],
  [/quota|insufficient|billing/, 'PROVIDER_QUOTA_LIMIT'],
  [/rate[ _-]?limit|\b429\b|too many requests/, 'PROVIDER_RATE_LIMIT'],
  [/auth|api key|\b401\b|\b403\b|permission|forbidden/, 'PROVIDER_AUTH_ERROR'],
  [
    /\b[45]\d\d\b|api.?error|badrequest|bad request|server ?error|apistatus|unavailable|overloaded/,
    'PROVIDER_ERROR',
  ],
]

const maxMessageLength = 1024

/** OpenInference and LangSmith append the traceback of Python, or the stack of JavaScript, to the message. */
function withoutTraceback(message: string): string {
  const end = message.search(/Traceback \(most recent call last\):|\n\w*Error: [^\n]*\n +at |\n +at /)
  return end > 0 ? message.slice(0, end).trimEnd() : message
}

/** Null if the span does not report a failure. */
export function failureOf(span: Span): Failure | null {
  if (span.status !== 'ERROR') return null
  const exception = span.events.find(({ name }) => name === 'exception')?.attributes
  const type = textOf(span.attributes.get('error.type') ?? exception?.get('exception.type')) ?? ''
  const message = withoutTraceback(span.statusMessage || textOf(exception?.get('exception.message')) || '')
  const words = `${type} ${message}`.slice(0, 2 * maxMessageLength).toLowerCase()
  return {
    kind: kinds.find(([pattern]) => pattern.test(words))?.[1] ?? 'UNKNOWN_ERROR',
    message: message.slice(0, maxMessageLength) || null,
  }
}
