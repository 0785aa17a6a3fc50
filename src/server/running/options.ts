import type { RunLimits } from '../model/slots/index.ts'
import type { Tally } from './tally.ts'

/** What goes with everything that is done for one run. */
export interface RunOptions {
  /** Ends whatever is under way, down to the provider's connection; its reason is thrown. */
  readonly signal: AbortSignal
  /** Runs take turns, and each has its budget: those of one id share both. */
  readonly run: string
  readonly budget: RunLimits | null
  /** How often a provider may refuse for its rate before that is the answer; as `Patience` has it unless said. */
  readonly refusals?: number
  /** The span of a trace that calls belong to. */
  readonly spanId?: string
  /** Gets every call that is made, those before a failure too. */
  readonly tally: Tally
}
