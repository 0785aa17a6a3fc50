import { type RequestSource, requestSources } from '../../../engine/search/sources.ts'
import type { Answer } from '../../api/index.ts'
import { secondsOf } from '../../charts/values.ts'

export type Ledger = Answer<'readPriceLedger'>

export interface ModelCost {
  readonly provider: string
  readonly model: string
  readonly requests: number
  readonly tokens: number
  readonly uncounted: number
  readonly cost: number
  readonly reportedCost: number
  readonly unpriced: number
}

/** The sum of all days for each model, the most expensive first. */
export function modelsOf({ entries }: Ledger): ModelCost[] {
  const models = Map.groupBy(entries, ({ provider, model }) => JSON.stringify([provider, model]))
  return [...models.values()]
    .map((days) => {
      const sum = (figureOf: (day: (typeof days)[number]) => number) =>
        days.reduce((total, day) => total + figureOf(day), 0)
      return {
        provider: days[0]!.provider,
        model: days[0]!.model,
        requests: sum(({ requests }) => requests),
        tokens: sum((day) => day.input_tokens + day.output_tokens),
        uncounted: sum((day) => day.uncounted_requests),
        cost: sum(({ cost }) => Number(cost)),
        reportedCost: sum(({ given_cost }) => Number(given_cost)),
        unpriced: sum((day) => day.unknown_model_requests + day.no_usage_requests),
      }
    })
    .sort((a, b) => b.cost - a.cost || b.requests - a.requests)
}

export interface SourceCost {
  readonly source: RequestSource
  readonly requests: number
  readonly cost: number
  readonly unpriced: number
}

/** The sum of all days for each source, in the order of all sources. */
export const sourcesOf = ({ sources }: Ledger): SourceCost[] =>
  requestSources
    .map((source) => {
      const days = sources.filter((day) => day.source === source)
      return {
        source,
        requests: days.reduce((total, { requests }) => total + requests, 0),
        cost: days.reduce((total, { cost }) => total + Number(cost), 0),
        unpriced: days.reduce((total, day) => total + day.unpriced_requests, 0),
      }
    })
    .filter(({ requests }) => requests > 0)

/** The cost of each day by source, for a chart; days begin at local midnight. */
export function daysOf({ sources }: Ledger) {
  const days = [...new Set(sources.map(({ day }) => day))].sort()
  const costs = new Map(sources.map(({ day, source, cost }) => [`${day} ${source}`, Number(cost)]))
  return {
    times: days.map(secondsOf),
    costs: requestSources
      .filter((source) => sources.some((day) => day.source === source))
      .map((source) => ({ source, values: days.map((day) => costs.get(`${day} ${source}`) ?? 0) })),
  }
}

export interface DayCost {
  readonly requests: number
  readonly cost: number
  readonly unpriced: number
}

/** The sums of a day over all sources, by the start of the day in seconds. */
export function sumsByDay({ sources }: Ledger): ReadonlyMap<number, DayCost> {
  const days = Map.groupBy(sources, ({ day }) => secondsOf(day))
  return new Map(
    [...days].map(([day, parts]) => [
      day,
      {
        requests: parts.reduce((total, { requests }) => total + requests, 0),
        cost: parts.reduce((total, { cost }) => total + Number(cost), 0),
        unpriced: parts.reduce((total, part) => total + part.unpriced_requests, 0),
      },
    ]),
  )
}
