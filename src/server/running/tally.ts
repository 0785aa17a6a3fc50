import { Money } from '../../engine/price/index.ts'
import type { TokenUsage } from '../../engine/template/provider-reading/index.ts'

/** What calls of models came to, those that failed included. */
export interface Spending {
  /** In the order they were logged. */
  readonly requestIds: readonly number[]
  readonly usage: TokenUsage
  /** Exact dollars as decimal text; null when the price of one call is not known. */
  readonly cost: string | null
  /** Of the attempts that decided; what was waited before them stands apart. */
  readonly latencyMilliseconds: number
  readonly waitedMilliseconds: number
}

export interface SpentCall extends Pick<Spending, 'usage' | 'latencyMilliseconds' | 'waitedMilliseconds'> {
  readonly requestId: number
  readonly cost: Money | null
}

export interface Tally {
  add(call: SpentCall): void
  spending(): Spending
}

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 }

/** A tally inside another one tells it of every call. */
export function createTally(outer?: Tally): Tally {
  const requestIds: number[] = []
  let usage = nothing
  let cost: Money | null = new Money(0)
  let latencyMilliseconds = 0
  let waitedMilliseconds = 0
  return {
    add(call) {
      outer?.add(call)
      requestIds.push(call.requestId)
      usage = sum(usage, call.usage)
      cost = cost && call.cost && cost.plus(call.cost)
      latencyMilliseconds += call.latencyMilliseconds
      waitedMilliseconds += call.waitedMilliseconds
    },
    spending: () => ({
      requestIds: [...requestIds],
      usage,
      cost: cost?.toFixed() ?? null,
      latencyMilliseconds,
      waitedMilliseconds,
    }),
  }
}

const sum = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
})
