import { Money } from '../../../engine/price/index.ts'
import { knownProviders } from '../environment.ts'
import type { AttemptEnd } from './attempt-end.ts'

export type AttemptOutcome = AttemptEnd['attempt']['kind']

/** Attempts at one provider since the process started. */
export interface ProviderFigures {
  readonly attempts: Record<AttemptOutcome, number>
  inputTokens: number
  outputTokens: number
  /** The sum of the known costs. */
  dollars: Money
  /** Number of answers without a known price. */
  unpriced: number
}

/** Figures by provider. Providers that workspaces name themselves count together as `other`. */
export class CallFigures {
  readonly byProvider = new Map<string, ProviderFigures>()

  count(provider: string, { attempt, reply }: AttemptEnd): void {
    const figures = this.#of(provider)
    figures.attempts[attempt.kind]++
    if (!reply) return
    figures.inputTokens += reply.usage?.inputTokens ?? 0
    figures.outputTokens += reply.usage?.outputTokens ?? 0
  }

  /** Null: the cost is unknown. */
  countCost(provider: string, cost: Money | null): void {
    const figures = this.#of(provider)
    if (cost === null) figures.unpriced++
    else figures.dollars = figures.dollars.plus(cost)
  }

  #of(name: string): ProviderFigures {
    const provider = knownProviders.includes(name) ? name : 'other'
    const cached = this.byProvider.get(provider)
    if (cached) return cached
    const attempts = { answered: 0, refused: 0, overloaded: 0, failed: 0 }
    const figures = { attempts, inputTokens: 0, outputTokens: 0, dollars: new Money(0), unpriced: 0 }
    this.byProvider.set(provider, figures)
    return figures
  }
}
