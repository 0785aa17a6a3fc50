import { OutboundError } from '../edge/index.ts'
import { ModelFailure } from './failure.ts'

/** The connection's failure, which SDKs hide in `cause`; null for other errors. */
export function outboundFailure(error: unknown): ModelFailure | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof OutboundError) return failureOf(cause)
  return null
}

function failureOf(error: OutboundError): ModelFailure {
  return new ModelFailure(error.message, {
    errorType: error.code === 'deadline' ? 'PROVIDER_TIMEOUT' : 'PROVIDER_ERROR',
    retryable: error.isUnsent,
    cause: error,
  })
}
