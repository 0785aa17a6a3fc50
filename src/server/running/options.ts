import type { Money } from '../../engine/price/index.ts'
import type { RequestSource } from '../../engine/search/index.ts'
import type { CompiledQuery } from '../db/index.ts'
import type { RunLimits } from '../model/slots/index.ts'
import type { Tally } from './tally.ts'

/** Options of all work for one run. */
export interface RunOptions {
  /** Aborts all work, down to the provider's connection; its reason is thrown. */
  readonly signal: AbortSignal
  /** Runs take turns and have budgets; work with the same id shares both. */
  readonly run: string
  /** A caller waits, so code of its tools takes precedence over cells and jobs. */
  readonly isInteractive?: true
  readonly budget: RunLimits | null
  readonly source: RequestSource
  /** Rate-limit refusals of a provider before giving up; default: see `Patience`. */
  readonly refusals?: number
  /** Parent span of the calls. */
  readonly spanId?: string
  /** Records every call, including those before a failure. */
  readonly tally: Tally
  /** Called when an external call begins, and when a model call was refused and waits for its next attempt. */
  readonly onCall?: (change: 'begun' | 'refused') => void
  /** Stores answers from their logging until their result is written. */
  readonly paid?: PaidCalls
}

/** Answers of work that another process may have begun. `call` is the digest of the request. */
export interface PaidCalls {
  /** Returns a paid, unused answer once. */
  take(call: string): PaidCall | null
  /** Statements to write in one unit with the log of the call. */
  insertStatements(call: string, made: PaidCall & { readonly isAnswer: boolean }): readonly CompiledQuery[]
}

export interface PaidCall {
  readonly requestId: number
  readonly cost: Money | null
  readonly finishReason: string | null
}
