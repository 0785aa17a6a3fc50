import type { ErrorType } from '../../contract/index.ts'
import type { ModelReply } from './provider.ts'

/** Times of a call. Waiting is everything except the last attempt: slots, backoff and earlier attempts. */
export interface CallTiming {
  readonly attempts: number
  readonly waitedMilliseconds: number
  /** Milliseconds of the last attempt. */
  readonly latencyMilliseconds: number
  /** Milliseconds of the last attempt until the first token; null without a stream or without a token. */
  readonly firstTokenMilliseconds: number | null
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

/** Why a model gave no answer, with the types of the request log. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly errorType: ErrorType
  /** The HTTP status of the provider; null without an answer. */
  readonly status: number | null
  /** True if a retry cannot repeat work that the provider has done. */
  readonly retryable: boolean
  /** The milliseconds that the provider asked to wait. */
  readonly retryAfterMilliseconds: number | null
  /** The partial reply of a broken stream; null without one. */
  readonly partial: ModelReply | null
  /** Null until the last attempt has ended. */
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

  /** Returns a copy with these details. */
  with({
    message = this.message,
    ...changes
  }: Partial<Pick<Facts, 'partial' | 'timing' | 'retryable'>> & { readonly message?: string }): ModelFailure {
    return new ModelFailure(message, { ...this, cause: this.cause, ...changes })
  }
}

/**
 * True if the provider may charge for a failed call. It does not charge for a call that it refused, or that failed before
 * the model worked. After a timeout or a broken connection the model may have worked.
 */
export const mayHaveCost = ({ errorType, retryable, status }: ModelFailure): boolean =>
  errorType === 'PROVIDER_TIMEOUT' || (!retryable && (status === null || status < 400))
