import type { Money } from '../../engine/price/index.ts'
import type { RequestSource } from '../../engine/search/index.ts'
import type { CompiledQuery } from '../db/index.ts'
import type { RunLimits } from '../model/slots/index.ts'
import type { Tally } from './tally.ts'

/** Options that apply to all work of one run. */
export interface RunOptions {
  /** Aborts all work, including the connection to the provider. The signal's reason is thrown. */
  readonly signal: AbortSignal
  /** The run's id. Runs take turns and have budgets; work with the same id shares both. */
  readonly run: string
  /** True if a caller waits: code of its tools then goes before code of cells and jobs. */
  readonly isInteractive?: true
  readonly budget: RunLimits | null
  readonly source: RequestSource
  /** Maximum rate-limit refusals of a provider; the default is that of `RetryLimits`. */
  readonly refusals?: number
  /** The span that is the parent of the calls. */
  readonly spanId?: string
  /** Counts all calls, including those before a failure. */
  readonly tally: Tally
  /** Called when an external call begins, and when a model call was refused and will be tried again. */
  readonly onCall?: (change: 'begun' | 'refused') => void
  /** Answers that were logged and not yet written as a result. */
  readonly paid?: PaidCalls
}

/** The paid answers of work that another process may have begun. A call is identified by the digest of its request. */
export interface PaidCalls {
  /** Returns a paid answer that was not used yet; each answer only once. */
  take(call: string): PaidCall | null
  /** Statements that are written in the unit of the call's log. */
  insertStatements(
    call: string,
    paidCall: PaidCall & { readonly isAnswer: boolean },
  ): readonly CompiledQuery[]
}

export interface PaidCall {
  readonly requestId: number
  readonly cost: Money | null
  readonly finishReason: string | null
}
