import { OutboundError } from './outbound-error.ts'

/** What can only go wrong before a connection stands. */
const unsent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** What undici, the socket or a decoder reported, without the addresses that their messages hold. */
export function explainFailure(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundError('too_large', `The headers of the answer from ${host} are too large.`)
  return new OutboundError(
    'network',
    `${host} could not be called or broke off${code && ` (${code})`}.`,
    unsent.has(code),
  )
}

/** Several addresses were tried: the first failure stands for all. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : ''
}
