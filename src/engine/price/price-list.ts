import type { ModelMatch } from './model-match.ts'
import type { DatedRates } from './rates.ts'
import { spellingsOf } from './spellings.ts'

/** A model of a price list. */
export interface ListedModel {
  /** In the list's own word. */
  readonly provider: string
  readonly model: string
  readonly isNamed: ModelMatch
  readonly prices: readonly DatedRates[]
}

/** Models by provider, the first that matches first; and whose models a provider serves beside its own. */
export interface PriceList {
  readonly models: ReadonlyMap<string, readonly ListedModel[]>
  readonly fallbacks: ReadonlyMap<string, readonly string[]>
}

export function priceListOf(
  models: readonly ListedModel[],
  fallbacks: PriceList['fallbacks'] = new Map(),
): PriceList {
  return { models: Map.groupBy(models, ({ provider }) => provider), fallbacks }
}

/** The listed model that a request names; undefined when the list does not hold it. */
export function findListed(list: PriceList, provider: string, model: string): ListedModel | undefined {
  for (const spelling of spellingsOf(provider, model))
    for (const one of [spelling.provider, ...(list.fallbacks.get(spelling.provider) ?? [])]) {
      const found = list.models.get(one)?.find(({ isNamed }) => isNamed(spelling.model))
      if (found) return found
    }
  return undefined
}
