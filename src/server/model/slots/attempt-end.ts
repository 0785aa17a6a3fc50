import type { ReleaseSlot } from '../call-with-retries.ts'
import { ModelFailure, mayHaveCost } from '../failure.ts'
import type { ModelReply } from '../provider.ts'
import type { EndedAttempt } from './pool-call.ts'

export interface AttemptEnd {
  readonly attempt: EndedAttempt
  readonly reply: ModelReply | null
  /** True if the attempt failed but the provider may charge for it. */
  readonly mayHaveCost: boolean
}

/** Statuses by which a provider says that it is overloaded, also for other callers. */
const overloads = new Set([503, 529])

/** The effect of an attempt's outcome on the limits of the pool and on the budget. */
export function attemptEndOf(outcome: Parameters<ReleaseSlot>[0]): AttemptEnd {
  if (outcome === null) return { attempt: { kind: 'failed' }, reply: null, mayHaveCost: true }
  if (!(outcome instanceof ModelFailure))
    return { attempt: answered(outcome), reply: outcome, mayHaveCost: false }
  const { errorType, status, retryAfterMilliseconds: retryAfter } = outcome
  return { attempt: failed(), reply: null, mayHaveCost: mayHaveCost(outcome) }

  function failed(): EndedAttempt {
    if (errorType === 'PROVIDER_RATE_LIMIT')
      return { kind: 'refused', retryAfter, of: limitReached((outcome as ModelFailure).message) }
    if (overloads.has(status ?? 0)) return { kind: 'overloaded', retryAfter }
    return { kind: 'failed' }
  }
}

const answered = ({ usage }: ModelReply): EndedAttempt => ({
  kind: 'answered',
  tokens: usage && usage.inputTokens + usage.outputTokens,
})

/** Which limit was reached; only the message says so. */
const limitReached = (message: string) => (/\b(?:tokens?|TPM|TPD)\b/i.test(message) ? 'tokens' : 'requests')
