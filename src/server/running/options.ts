import type { Money } from '../../engine/price/index.ts'
import type { CompiledQuery } from '../db/index.ts'
import type { RunLimits } from '../model/slots/index.ts'
import type { Tally } from './tally.ts'

/** What goes with everything that is done for one run. */
export interface RunOptions {
  /** Ends whatever is under way, down to the provider's connection; its reason is thrown. */
  readonly signal: AbortSignal
  /** Runs take turns, and each has its budget: those of one id share both. */
  readonly run: string
  /** A caller waits for the answer: code that its tools run goes before that of cells and jobs. */
  readonly isInteractive?: true
  readonly budget: RunLimits | null
  /** How often a provider may refuse for its rate before that is the answer; as `Patience` has it unless said. */
  readonly refusals?: number
  /** The span of a trace that calls belong to. */
  readonly spanId?: string
  /** Gets every call that is made, those before a failure too. */
  readonly tally: Tally
  /** Where answers are kept from the moment they are logged until what they were asked for is written. */
  readonly paid?: PaidCalls
}

/** Calls of one piece of work, which another process may have begun. `call` is the digest of what is asked. */
export interface PaidCalls {
  /** An answer that was paid for and never used; each once. */
  take(call: string): PaidCall | null
  /** Written with the log of the call, or not at all. */
  note(call: string, made: PaidCall & { readonly isAnswer: boolean }): readonly CompiledQuery[]
}

export interface PaidCall {
  readonly requestId: number
  readonly cost: Money | null
  readonly finishReason: string | null
}
