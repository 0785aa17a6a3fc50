import { OutboundError } from '../edge/index.ts'
import { ModelFailure } from './failure.ts'

/** Failure of the connection; null for other errors. SDKs hide it as a cause. */
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
