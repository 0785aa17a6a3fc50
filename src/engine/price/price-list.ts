import { type MatchRule, type ModelMatch, namesOfRule } from './model-match.ts'
import type { DatedRates } from './rates.ts'
import { spellingsOf } from './spellings.ts'

/** A model of a price list. */
export interface ListedModel {
  /** The list's own name of the provider. */
  readonly provider: string
  readonly model: string
  /** The rule of `isNamed`, in genai-prices' format. */
  readonly match: MatchRule
  readonly isNamed: ModelMatch
  /** Tokens that its context holds; null: the list does not say. */
  readonly contextTokens: number | null
  readonly prices: readonly DatedRates[]
}

/** Models by provider in order of precedence, and the providers whose models a provider also serves. */
export interface PriceList {
  readonly models: ReadonlyMap<string, readonly ListedModel[]>
  readonly fallbacks: ReadonlyMap<string, readonly string[]>
  readonly indexes: ReadonlyMap<string, ModelIndex>
}

/** Models of one provider in list order: `byName` has models with full names, `others` models with patterns. */
interface ModelIndex {
  readonly byName: ReadonlyMap<string, Placed>
  readonly others: readonly Placed[]
  readonly byId: ReadonlyMap<string, ListedModel>
}

interface Placed {
  readonly listIndex: number
  readonly model: ListedModel
}

export function priceListOf(
  listed: readonly ListedModel[],
  fallbacks: PriceList['fallbacks'] = new Map(),
): PriceList {
  const models = Map.groupBy(listed, ({ provider }) => provider)
  const indexes = new Map([...models].map(([provider, own]) => [provider, indexOf(own)]))
  return { models, fallbacks, indexes }
}

function indexOf(models: readonly ListedModel[]): ModelIndex {
  const byName = new Map<string, Placed>()
  const others: Placed[] = []
  const byId = new Map<string, ListedModel>()
  for (const [listIndex, model] of models.entries()) {
    if (!byId.has(model.model)) byId.set(model.model, model)
    const names = namesOfRule(model.match)
    if (!names) others.push({ listIndex, model })
    else for (const name of names) if (!byName.has(name)) byName.set(name, { listIndex, model })
  }
  return { byName, others, byId }
}

/** The listed model for a requested name; undefined if the list lacks it. */
export function findListed(list: PriceList, provider: string, model: string): ListedModel | undefined {
  for (const spelling of spellingsOf(provider, model))
    for (const server of [spelling.provider, ...(list.fallbacks.get(spelling.provider) ?? [])]) {
      const listed = firstNamed(list.indexes.get(server), spelling.model)
      if (listed) return listed
    }
  return undefined
}

function firstNamed(index: ModelIndex | undefined, name: string): ListedModel | undefined {
  const namedModel = index?.byName.get(name)
  const before = namedModel?.listIndex ?? Number.POSITIVE_INFINITY
  const other = index?.others.find(({ listIndex, model }) => listIndex > before || model.isNamed(name))
  return other && other.listIndex < before ? other.model : namedModel?.model
}
