import type { Answer } from '../../api/index.ts'

export type Ledger = Answer<'readPriceLedger'>

export interface ModelCost {
  readonly provider: string
  readonly model: string
  readonly requests: number
  readonly tokens: number
  readonly cost: number
  readonly given: number
  readonly unpriced: number
}

/** The days of each model put together, the most expensive first. */
export function modelsOf({ entries }: Ledger): ModelCost[] {
  const models = Map.groupBy(entries, ({ provider, model }) => JSON.stringify([provider, model]))
  return [...models.values()]
    .map((days) => {
      const sum = (of: (day: (typeof days)[number]) => number) =>
        days.reduce((total, day) => total + of(day), 0)
      return {
        provider: days[0]!.provider,
        model: days[0]!.model,
        requests: sum(({ requests }) => requests),
        tokens: sum((day) => day.input_tokens + day.output_tokens),
        cost: sum(({ cost }) => Number(cost)),
        given: sum(({ given_cost }) => Number(given_cost)),
        unpriced: sum((day) => day.unknown_model_requests + day.no_usage_requests),
      }
    })
    .sort((a, b) => b.cost - a.cost || b.requests - a.requests)
}

/** What each day cost, for a chart. Days are of UTC. */
export function daysOf({ entries }: Ledger): { times: number[]; costs: number[] } {
  const days = Map.groupBy(entries, ({ day }) => day)
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    times: sorted.map(([day]) => Date.parse(`${day}T00:00:00Z`) / 1000),
    costs: sorted.map(([, of]) => of.reduce((total, { cost }) => total + Number(cost), 0)),
  }
}
