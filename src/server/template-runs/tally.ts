import { Money } from '../../engine/price/index.ts'
import type { PromptVersion } from '../../engine/sheet/index.ts'
import type { TokenUsage } from '../../engine/template/provider-reading/index.ts'

/** Sums over model calls, failed ones included. */
export interface Spending {
  /** The ids in the order of logging. */
  readonly requestIds: readonly number[]
  /** Null if a call has no token counts. */
  readonly usage: TokenUsage | null
  /** Exact US dollars as decimal text; null if the price of a call is unknown. */
  readonly cost: string | null
  /** Milliseconds of the last attempts; waiting is counted separately. */
  readonly latencyMilliseconds: number
  readonly waitedMilliseconds: number
  /** Milliseconds to the first token of the first call; null if its answer was not read as a stream. */
  readonly firstTokenMilliseconds: number | null
  /** The prompt version of the last call that has one. */
  readonly promptVersion: PromptVersion | null
}

export interface SpentCall
  extends Pick<
    Spending,
    'usage' | 'latencyMilliseconds' | 'waitedMilliseconds' | 'firstTokenMilliseconds' | 'promptVersion'
  > {
  readonly requestId: number
  readonly cost: Money | null
}

export interface Tally {
  add(call: SpentCall): void
  spending(): Spending
}

const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 }

/** Creates a tally. If it has an outer tally, its calls count there too. */
export function createTally(outer?: Tally): Tally {
  const requestIds: number[] = []
  let usage: TokenUsage | null = noUsage
  let cost: Money | null = new Money(0)
  let latencyMilliseconds = 0
  let waitedMilliseconds = 0
  let firstTokenMilliseconds: number | null = null
  let promptVersion: PromptVersion | null = null
  return {
    add(call) {
      outer?.add(call)
      if (requestIds.length === 0) firstTokenMilliseconds = call.firstTokenMilliseconds
      requestIds.push(call.requestId)
      usage = usage && call.usage && sum(usage, call.usage)
      cost = cost && call.cost && cost.plus(call.cost)
      latencyMilliseconds += call.latencyMilliseconds
      waitedMilliseconds += call.waitedMilliseconds
      promptVersion = call.promptVersion ?? promptVersion
    },
    spending: () => ({
      requestIds: [...requestIds],
      usage,
      cost: cost?.toFixed() ?? null,
      latencyMilliseconds,
      waitedMilliseconds,
      firstTokenMilliseconds,
      promptVersion,
    }),
  }
}

const sum = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
})
