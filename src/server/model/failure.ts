import type { ErrorType } from '../../contract/index.ts'
import type { ModelReply } from './provider.ts'

/** Where the time of a call went. Waiting is everything but the attempt that decided: slots, back-off, earlier attempts. */
export interface CallTiming {
  readonly attempts: number
  readonly waitedMilliseconds: number
  /** Of the last attempt alone. */
  readonly latencyMilliseconds: number
}

interface Facts {
  readonly errorType: ErrorType
  readonly status?: number | null
  readonly retryable?: boolean
  readonly retryAfterMilliseconds?: number | null
  readonly partial?: ModelReply | null
  readonly timing?: CallTiming | null
  readonly cause?: unknown
}

/** Why a model gave no answer, in the words of the request log. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly errorType: ErrorType
  /** The provider's HTTP status; null when there was no answer at all. */
  readonly status: number | null
  /** Whether the same call may be sent again without doing anything twice. */
  readonly retryable: boolean
  /** What the provider asked for with Retry-After. */
  readonly retryAfterMilliseconds: number | null
  /** What a stream had said before it broke off; null when it had said nothing. */
  readonly partial: ModelReply | null
  /** Null until the call with its retries is over. */
  readonly timing: CallTiming | null

  constructor(message: string, facts: Facts) {
    super(message, { cause: facts.cause })
    this.errorType = facts.errorType
    this.status = facts.status ?? null
    this.retryable = facts.retryable ?? false
    this.retryAfterMilliseconds = facts.retryAfterMilliseconds ?? null
    this.partial = facts.partial ?? null
    this.timing = facts.timing ?? null
  }

  /** The same failure, knowing more. */
  with({
    message = this.message,
    ...more
  }: Partial<Pick<Facts, 'partial' | 'timing' | 'retryable'>> & { readonly message?: string }): ModelFailure {
    return new ModelFailure(message, { ...this, cause: this.cause, ...more })
  }
}
