import type { ReleaseSlot } from '../call-with-retries.ts'
import { ModelFailure } from '../failure.ts'
import type { ModelReply } from '../provider.ts'
import type { Ended } from './pool-call.ts'

export interface AttemptEnd {
  readonly ended: Ended
  readonly reply: ModelReply | null
  /** The attempt failed but may have been charged. */
  readonly mayHaveCost: boolean
}

/** Statuses of an overloaded provider, independent of the caller. */
const overloads = new Set([503, 529])

/** Effect of an attempt's outcome on the pool's limits and on spending. */
export function endOf(outcome: Parameters<ReleaseSlot>[0]): AttemptEnd {
  if (outcome === null) return { ended: { kind: 'failed' }, reply: null, mayHaveCost: true }
  if (!(outcome instanceof ModelFailure))
    return { ended: answered(outcome), reply: outcome, mayHaveCost: false }
  const { errorType, status, retryAfterMilliseconds: retryAfter } = outcome
  const mayHaveCost = status === null || status < 400
  return { ended: failed(), reply: null, mayHaveCost }

  function failed(): Ended {
    if (errorType === 'PROVIDER_RATE_LIMIT')
      return { kind: 'refused', retryAfter, of: tokensRanOut((outcome as ModelFailure).message) }
    if (overloads.has(status ?? 0)) return { kind: 'overloaded', retryAfter }
    return { kind: 'failed' }
  }
}

const answered = ({ usage }: ModelReply): Ended => ({
  kind: 'answered',
  tokens: usage && usage.inputTokens + usage.outputTokens,
})

/** Only the message names the limit that was reached. */
const tokensRanOut = (message: string) => (/\b(?:tokens?|TPM|TPD)\b/i.test(message) ? 'tokens' : 'requests')
