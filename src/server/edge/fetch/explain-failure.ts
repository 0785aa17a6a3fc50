import { OutboundError } from './outbound-error.ts'

/** Codes of errors that occur only before a connection is made. */
const unsent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Converts errors of undici, sockets and decoders, without the addresses in their messages. */
export function explainFailure(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundError('too_large', `The headers of the answer from ${host} are too large.`)
  const isUnsent = unsent.has(code)
  const message = isUnsent ? `${host} could not be reached` : `The connection to ${host} ended early`
  return new OutboundError('network', `${message}${code && ` (${code})`}.`, isUnsent)
}

/** If several addresses failed, the first failure is reported. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : ''
}
