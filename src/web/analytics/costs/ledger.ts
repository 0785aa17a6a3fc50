import { type RequestSource, requestSources } from '../../../engine/search/sources.ts'
import type { Answer } from '../../api/index.ts'

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

/**
 * Shifts a UTC time so that a local clock shows the UTC date and time. An axis in local time then begins its days at
 * midnight UTC.
 */
export function shownTime(milliseconds: number): number {
  const utc = new Date(milliseconds)
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  ).getTime()
}

/** The inverse of `shownTime`. */
export function utcTime(shown: number): number {
  const local = new Date(shown)
  return Date.UTC(
    local.getFullYear(),
    local.getMonth(),
    local.getDate(),
    local.getHours(),
    local.getMinutes(),
    local.getSeconds(),
  )
}

/** The cost of each UTC day by source, for a chart. */
export function daysOf({ sources }: Ledger) {
  const days = [...new Set(sources.map(({ day }) => day))].sort()
  const costs = new Map(sources.map(({ day, source, cost }) => [`${day} ${source}`, Number(cost)]))
  return {
    times: days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000),
    costs: requestSources
      .filter((source) => sources.some((day) => day.source === source))
      .map((source) => ({ source, values: days.map((day) => costs.get(`${day} ${source}`) ?? 0) })),
  }
}
