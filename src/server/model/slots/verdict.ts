import { ModelFailure } from '../failure.ts'
import type { Ended } from './pool.ts'

export interface Verdict {
  readonly ended: Ended
  /** Milliseconds until the call may be tried again; null: never. */
  readonly retryIn: number | null
  /** Whether the call may have cost something all the same. */
  readonly mayHaveCost: boolean
}

/** A call that is refused for the rate did nothing, so it is tried until the pool's pace is found. */
const mostRefusals = 30
const mostFailures = 3
const firstDelay = 500
const overloads = new Set([503, 529])

/** What to do after a call failed for the nth time. */
export function verdictOn(error: unknown, attempt: number): Verdict {
  if (!(error instanceof ModelFailure)) return { ended: { kind: 'failed' }, retryIn: null, mayHaveCost: true }
  const { errorType, retryable, retryAfterMilliseconds: retryAfter, status } = error
  const mayHaveCost = status === null || status < 400
  if (errorType === 'PROVIDER_RATE_LIMIT')
    return {
      ended: { kind: 'refused', retryAfter, of: /\btokens?\b/i.test(error.message) ? 'tokens' : 'requests' },
      retryIn: attempt < mostRefusals ? 0 : null,
      mayHaveCost: false,
    }
  const ended: Ended = overloads.has(status ?? 0) ? { kind: 'overloaded', retryAfter } : { kind: 'failed' }
  const again = retryable && attempt < mostFailures
  return { ended, retryIn: again ? (retryAfter ?? firstDelay * 2 ** (attempt - 1)) : null, mayHaveCost }
}
