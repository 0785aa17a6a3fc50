import type { Context } from '../context.ts'
import { type CallTiming, ModelFailure, type ReleaseSlot, type RetryLimits } from '../model/index.ts'
import type { RunOptions } from './options.ts'
import type { PlannedCall } from './slot-request.ts'

type TakeSlot = NonNullable<RetryLimits['takeSlot']>

/** The attempts of one call. Each takes a slot before it begins. */
export class CallAttempts {
  readonly #context: Context
  readonly #planned: PlannedCall
  readonly #options: RunOptions
  /** Times of a monotonic clock, because the clock of the system may be set back. */
  readonly #requestedAt: number
  /** The start of the latest attempt; null before the first. */
  #startedAt: number | null = null
  #count = 0
  #endWork = () => {}

  constructor(context: Context, planned: PlannedCall, options: RunOptions) {
    this.#context = context
    this.#planned = planned
    this.#options = options
    this.#requestedAt = performance.now()
  }

  limits(takeSlot: TakeSlot): Partial<RetryLimits> {
    const { signal, refusals, onCall } = this.#options
    return {
      signal,
      ...(refusals !== undefined && { refusals }),
      onRetry: (retry) => {
        onCall?.('refused')
        this.#planned.onWait?.(retry)
      },
      takeSlot: (signal) => this.#begin(takeSlot(signal)),
    }
  }

  async #begin(slot: Promise<ReleaseSlot>): Promise<ReleaseSlot> {
    const { onWait } = this.#planned
    const release = await (onWait ? withWaitReports(slot, this.#count > 0, onWait) : slot)
    if (this.#startedAt === null && this.#options.paid) this.#endWork = this.#context.answers.announceWork()
    this.#startedAt = performance.now()
    this.#options.onCall?.('begun')
    this.#count++
    this.#context.prices.preload()
    return release
  }

  /** The times of a call that ended with an error; null if it is not logged, as a call that got no slot in time. */
  timingOf(error: unknown): CallTiming | null {
    if (this.#startedAt === null) return null
    if (error instanceof ModelFailure) return error.timing ?? unknownTiming
    if (!this.#options.signal.aborted) return null
    return {
      attempts: this.#count,
      latencyMilliseconds: performance.now() - this.#startedAt,
      waitedMilliseconds: this.#startedAt - this.#requestedAt,
      firstTokenMilliseconds: null,
    }
  }

  end(): void {
    this.#endWork()
  }
}

const unknownTiming: CallTiming = {
  attempts: 1,
  latencyMilliseconds: 0,
  waitedMilliseconds: 0,
  firstTokenMilliseconds: null,
}

/** Milliseconds after which a call without a slot is reported as waiting. */
const longWait = 500

/** Reports that a call waits for its slot, and that an attempt starts after a wait. */
async function withWaitReports<T>(
  slot: Promise<T>,
  isRetry: boolean,
  onWait: NonNullable<PlannedCall['onWait']>,
): Promise<T> {
  let hasWaited = isRetry
  const timer = setTimeout(() => {
    hasWaited = true
    onWait({ failure: null, delay: null })
  }, longWait)
  try {
    const release = await slot
    if (hasWaited) onWait(null)
    return release
  } finally {
    clearTimeout(timer)
  }
}
