import { type CallRefusals, noRefusals } from '../../../engine/schedule/index.ts'

/** The outcome of an attempt that had a slot. */
export type EndedAttempt =
  | { readonly kind: 'answered'; readonly tokens: number | null }
  | { readonly kind: 'refused'; readonly retryAfter: number | null; readonly of: 'requests' | 'tokens' }
  | { readonly kind: 'overloaded'; readonly retryAfter: number | null }
  | { readonly kind: 'failed' }

export type RefusedAttempt = Exclude<EndedAttempt, { kind: 'answered' } | { kind: 'failed' }>

/** One call with all its attempts. */
export class PoolCall {
  readonly run: string
  /** Estimated tokens of one attempt. */
  readonly tokens: number
  refusals: CallRefusals = noRefusals
  /** The last refusal, while it is unclear whether it concerns the pool. The next attempt decides. */
  suspended: (RefusedAttempt & { readonly startedAt: number }) | null = null
  /** True if a refusal of this call has lowered the pool's limit since the last answer; it may do so once. */
  hasLoweredPool = false
  /** True if the last attempt was refused. */
  isRefused = false

  constructor(run: string, tokens: number) {
    this.run = run
    this.tokens = tokens
  }
}
