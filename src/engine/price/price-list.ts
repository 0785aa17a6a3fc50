import { listedProviderOf } from '../providers.ts'
import { type MatchRule, type ModelMatch, namesOfRule } from './model-match.ts'
import type { DatedRates } from './rates.ts'

/** A model as a price list may name it. */
interface Spelling {
  readonly provider: string
  /** In lower case. */
  readonly model: string
}

/** Clients of LiteLLM, and of gateways with OpenAI's API, prefix the model with its provider. */
const gateways = new Set(['', 'litellm', 'litellm_proxy', 'openai', 'custom_openai', 'unknown'])

/** Length limit of names that are looked up; known names are shorter. */
const maxNameLength = 256

/** Candidate names for a lookup, best first; empty for a name that no price list can hold. */
function spellingsOf(provider: string, model: string): Spelling[] {
  if (provider.length > maxNameLength || model.length > maxNameLength) return []
  const listedProvider = listedProviderOf(provider)
  const name = model.trim().toLowerCase()
  const spellings = spelledFor(listedProvider, name)
  const slash = name.indexOf('/')
  if (slash > 0) {
    const prefixProvider = listedProviderOf(name.slice(0, slash))
    if (prefixProvider === listedProvider || gateways.has(listedProvider))
      spellings.push(
        ...spelledFor(prefixProvider, name.slice(slash + 1).replace(/^(?:converse|invoke)\//, '')),
      )
  }
  return spellings
}

function spelledFor(provider: string, model: string): Spelling[] {
  const last = lastPart(model)
  const models = new Set([model, last, withCommonSpelling(last), withDashedDate(withCommonSpelling(last))])
  return [...models].filter(Boolean).map((name) => ({ provider, model: name }))
}

/**
 * Google writes `models/gemini-2.5-pro` and `publishers/google/models/gemini-2.5-pro`; Amazon writes the ARN of a
 * model or an inference profile.
 */
const lastPart = (model: string) => model.replace(/^(?:(?:.*\/)?models|arn:aws[a-z-]*:bedrock:.*)\//, '')

/** Vertex AI writes dates after an at sign; Azure omits the point of `gpt-3.5`. */
const withCommonSpelling = (model: string) => model.replace('@', '-').replace(/^gpt-35-/, 'gpt-3.5-')

/** `gpt-4o-20240806` in OpenAI's spelling. */
const withDashedDate = (model: string) => model.replace(/-(20\d\d)(\d\d)(\d\d)(?=[-:]|$)/, '-$1-$2-$3')

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
  readonly byName: ReadonlyMap<string, IndexedModel>
  readonly others: readonly IndexedModel[]
  readonly byId: ReadonlyMap<string, ListedModel>
}

interface IndexedModel {
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
  const byName = new Map<string, IndexedModel>()
  const others: IndexedModel[] = []
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
    for (const servingProvider of [spelling.provider, ...(list.fallbacks.get(spelling.provider) ?? [])]) {
      const listed = firstNamed(list.indexes.get(servingProvider), spelling.model)
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
