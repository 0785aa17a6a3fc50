import type { ErrorType } from '../../contract/index.ts'

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

  constructor(
    message: string,
    facts: {
      errorType: ErrorType
      status?: number | null
      retryable?: boolean
      retryAfterMilliseconds?: number | null
      cause?: unknown
    },
  ) {
    super(message, { cause: facts.cause })
    this.errorType = facts.errorType
    this.status = facts.status ?? null
    this.retryable = facts.retryable ?? false
    this.retryAfterMilliseconds = facts.retryAfterMilliseconds ?? null
  }
}
