import { orAborted, startDeadline } from '../edge/index.ts'
import { type CallTiming, ModelFailure } from './failure.ts'
import { holdsToken } from './holds-token.ts'
import type { ModelChunk, ModelReply } from './provider.ts'

/**
 * Releases a slot with the outcome of the attempt: a reply, a failure, or null for a cancelled attempt. For a
 * rate-limit refusal, returns whether it concerns the pool or only this call.
 */
export type ReleaseSlot = (outcome: ModelReply | ModelFailure | null) => RefusalOf | null

export type RefusalOf = 'pool' | 'call' | 'hopeless call'

export interface RetryLimits {
  /** Maximum number of attempts, the first included. */
  readonly attempts: number
  /** Rate-limit refusals that do not count as attempts; default 30. */
  readonly refusals?: number
  /** Milliseconds for the whole call: waiting, all attempts, and a stream to its end. */
  readonly deadlineMilliseconds: number
  readonly signal?: AbortSignal
  /** Waits until one attempt may start, including the delays that the provider asked for. */
  readonly takeSlot?: (signal: AbortSignal) => Promise<ReleaseSlot>
  /** Called when an attempt failed and another one follows. */
  readonly onRetry?: (retry: Retry) => void
}

export interface Retry {
  readonly failure: ModelFailure
  /** Milliseconds until the next attempt; null if the pool decides. */
  readonly delay: number | null
}

export interface RetryDependencies {
  /** A monotonic clock in milliseconds. */
  now(): number
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** A number from 0 to 1. */
  random(): number
}

export interface ModelOutcome extends CallTiming {
  readonly reply: ModelReply
}

const firstDelay = 500
const longestDelay = 30_000
const defaultMaxRefusals = 30

/** Retries until an attempt succeeds, fails permanently, or exceeds the limits. */
export async function callWithRetries(
  attempt: (signal: AbortSignal) => Promise<ModelReply>,
  limits: RetryLimits,
  dependencies: RetryDependencies,
): Promise<ModelOutcome> {
  const stream = streamWithRetries((signal) => withoutChunks(attempt(signal)), limits, dependencies)
  const { value } = await stream.next()
  return value as ModelOutcome
}

// biome-ignore lint/correctness/useYield: this call is a stream without chunks.
async function* withoutChunks(reply: Promise<ModelReply>): AsyncGenerator<ModelChunk, ModelReply> {
  return await reply
}

/** As `callWithRetries`, for a stream, which is not retried after its first chunk. */
export async function* streamWithRetries(
  open: (signal: AbortSignal) => AsyncGenerator<ModelChunk, ModelReply>,
  limits: RetryLimits,
  dependencies: RetryDependencies,
): AsyncGenerator<ModelChunk, ModelOutcome> {
  const started = dependencies.now()
  const { attempts, deadlineMilliseconds, refusals: maxRefusals = defaultMaxRefusals } = limits
  const deadline = startDeadline(deadlineMilliseconds, limits.signal, () => tooLate(deadlineMilliseconds))
  const { signal } = deadline
  let attemptStartedAt = started
  /** When the last attempt brought its first token. */
  let firstTokenAt: number | null = null
  /** True after the whole answer was read. */
  let isOver = false
  let refusalOf: RefusalOf | null = null
  const timing = (number: number): CallTiming => {
    const latencyMilliseconds = dependencies.now() - attemptStartedAt
    return {
      attempts: number,
      waitedMilliseconds: dependencies.now() - started - latencyMilliseconds,
      latencyMilliseconds,
      firstTokenMilliseconds: firstTokenAt === null ? null : firstTokenAt - attemptStartedAt,
    }
  }
  try {
    for (let number = 1, refusals = 0, paced = 0; ; number++) {
      const failure = yield* attemptOnce(number)
      if (!(failure instanceof ModelFailure)) {
        isOver = true
        return failure
      }
      if (refusalOf === 'hopeless call') throw hopelessFailure(failure, timing(number))
      if (isRefused(failure) && refusalOf !== null && refusals < maxRefusals) {
        refusals++
        // The slots already wait for as long as the provider asked.
        if (refusalOf === 'pool') {
          paced++
          limits.onRetry?.({ failure, delay: failure.retryAfterMilliseconds })
          continue
        }
      }
      const wait = delayOf(failure, number - paced, dependencies.random())
      const remaining = deadlineMilliseconds - (dependencies.now() - started)
      if (!failure.retryable || number - refusals >= attempts || wait >= remaining)
        throw failure.with({ timing: timing(number) })
      limits.onRetry?.({ failure, delay: wait })
      await dependencies.sleep(wait, signal)
    }
  } finally {
    if (isOver) deadline.end()
    // Aborts the provider's call if the reader stops early.
    else deadline.stop(new DOMException('The call is over.', 'AbortError'))
  }

  async function* attemptOnce(number: number): AsyncGenerator<ModelChunk, ModelOutcome | ModelFailure> {
    attemptStartedAt = dependencies.now()
    const release = await slotOf(limits, signal).catch((error) => {
      throw signal.aborted
        ? timed(signal.reason, { ...timing(number - 1), ...waitTiming(dependencies.now() - started) })
        : error
    })
    let outcome: ModelReply | ModelFailure | null = null
    let hasChunks = false
    attemptStartedAt = dependencies.now()
    firstTokenAt = null
    const chunks = open(signal)
    try {
      for (;;) {
        const { done, value } = await orAborted(chunks.next(), signal)
        if (done) {
          outcome = value
          return { reply: value, ...timing(number) }
        }
        hasChunks = true
        if (firstTokenAt === null && holdsToken(value)) firstTokenAt = dependencies.now()
        yield value
      }
    } catch (error) {
      if (signal.aborted) {
        if (signal.reason instanceof ModelFailure) outcome = signal.reason
        throw timed(signal.reason, timing(number))
      }
      if (!(error instanceof ModelFailure)) throw error
      outcome = hasChunks ? error.with({ retryable: false }) : error
      return outcome
    } finally {
      refusalOf = release(outcome)
      chunks.return(undefined as never).catch(() => undefined)
    }
  }
}

/** True for a rate-limit refusal. The provider did not work on such an attempt, so up to `refusals` of them do not count. */
const isRefused = ({ errorType, retryable }: ModelFailure): boolean =>
  errorType === 'PROVIDER_RATE_LIMIT' && retryable

const hopelessFailure = (failure: ModelFailure, timing: CallTiming): ModelFailure =>
  failure.with({
    message: `The provider refused this call ${timing.attempts} times while it answered other calls: ${failure.message}`,
    timing,
  })

async function slotOf({ takeSlot }: RetryLimits, signal: AbortSignal): Promise<ReleaseSlot> {
  if (!takeSlot) {
    signal.throwIfAborted()
    return () => null
  }
  const slotRequest = takeSlot(signal)
  try {
    return await orAborted(slotRequest, signal)
  } catch (error) {
    // If the slot is granted later, it is released at once.
    slotRequest.then((release) => release(null)).catch(() => undefined)
    throw error
  }
}

const waitTiming = (milliseconds: number) => ({
  waitedMilliseconds: milliseconds,
  latencyMilliseconds: 0,
  firstTokenMilliseconds: null,
})

const timed = (reason: unknown, timing: CallTiming): unknown =>
  reason instanceof ModelFailure ? reason.with({ timing }) : reason

/** The delay that the provider asked for; without one, exponential backoff with jitter. */
function delayOf({ retryAfterMilliseconds }: ModelFailure, attempt: number, random: number): number {
  const delay = Math.min(longestDelay, firstDelay * 2 ** (attempt - 1))
  if (retryAfterMilliseconds !== null) return retryAfterMilliseconds + (random * firstDelay) / 2
  return delay / 2 + (random * delay) / 2
}

function tooLate(milliseconds: number): ModelFailure {
  return new ModelFailure(`The model gave no complete answer within ${milliseconds} ms.`, {
    errorType: 'PROVIDER_TIMEOUT',
  })
}
