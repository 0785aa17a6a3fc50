import type { ReleaseSlot } from '../call-with-retries.ts'
import { ModelFailure } from '../failure.ts'
import type { ModelReply } from '../provider.ts'
import type { Ended } from './pool.ts'

export interface AttemptEnd {
  readonly ended: Ended
  readonly reply: ModelReply | null
  /** The attempt failed, and may have been charged for all the same. */
  readonly mayHaveCost: boolean
}

/** What providers answer who have too much to do, whoever asks. */
const overloads = new Set([503, 529])

/** What an attempt's end says of the pool's limits and of what was spent. */
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

/** Providers say in words which of their limits was met. */
const tokensRanOut = (message: string) => (/\b(?:tokens?|TPM|TPD)\b/i.test(message) ? 'tokens' : 'requests')
