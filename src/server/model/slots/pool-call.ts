import { type CallRefusals, noRefusals } from '../../../engine/schedule/index.ts'

/** Outcome of a call that held a slot. */
export type Ended =
  | { readonly kind: 'answered'; readonly tokens: number | null }
  | { readonly kind: 'refused'; readonly retryAfter: number | null; readonly of: 'requests' | 'tokens' }
  | { readonly kind: 'overloaded'; readonly retryAfter: number | null }
  | { readonly kind: 'failed' }

export type TurnedAway = Exclude<Ended, { kind: 'answered' } | { kind: 'failed' }>

/** One call with all its attempts. */
export class PoolCall {
  readonly run: string
  /** Estimated. */
  readonly tokens: number
  refusals: CallRefusals = noRefusals
  /** The last refusal, while it is unclear whether it concerns the pool; the next attempt decides. */
  suspended: (TurnedAway & { readonly startedAt: number }) | null = null
  /** Whether a refusal of this call has lowered the pool's limit since its last answer; it does so once. */
  hasLoweredPool = false
  /** True if the last attempt was refused. */
  isTurnedAway = false

  constructor(run: string, tokens: number) {
    this.run = run
    this.tokens = tokens
  }
}
