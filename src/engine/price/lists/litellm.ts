import { type Fields, isFields } from '../../json/fields.ts'
import { listedProviderOf } from '../../providers.ts'
import type { Money } from '../money.ts'
import type { ListedModel } from '../price-list.ts'
import { type Rate, type RateKind, type Rates, rateKinds } from '../rates.ts'
import { nameIn, rateIn, tokensIn, wrongList } from './fields.ts'

const million = 1_000_000

/** The list's names of rate kinds; the rates are US dollars for one token or request. */
const kindsOf: Readonly<Record<string, RateKind>> = {
  input_cost_per_token: 'input',
  input_cost_per_token_cache_hit: 'cached_input',
  cache_read_input_token_cost: 'cached_input',
  cache_creation_input_token_cost: 'cache_write',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h',
  input_cost_per_audio_token: 'input_audio',
  cache_read_input_audio_token_cost: 'cached_input_audio',
  input_cost_per_image_token: 'input_image',
  output_cost_per_token: 'output',
  output_cost_per_reasoning_token: 'reasoning',
  output_cost_per_audio_token: 'output_audio',
  output_cost_per_image_token: 'output_image',
  input_cost_per_request: 'request',
}

/** `input_cost_per_token_above_200k_tokens_priority`: the kind, the threshold of a long input, the service tier. */
const rateName = /^([a-z_]+?(?:_above_1hr)?)(?:_above_(\d{1,6})k_tokens)?(?:_(batches|flex|priority))?$/

/** Keys of the list that are not models. */
const otherKeys = new Set(['sample_spec', 'fallback_generalizations'])

/**
 * Models of a list in LiteLLM's format, an object by model name. A name may belong to a free and a paid endpoint of a
 * provider; free endpoints are last, so that the lookup returns the paid endpoint. @throws Refusal 'bad_request'
 */
export function* litellmModels(list: Fields): Generator<ListedModel> {
  const free: ListedModel[] = []
  for (const [key, entry] of Object.entries(list)) {
    if (otherKeys.has(key)) continue
    if (!isFields(entry)) throw wrongList(key, 'must be an object')
    const model = modelOf(nameIn(key, `the name ${key.slice(0, 40)}`), entry)
    if (model && isFree(model)) free.push(model)
    else if (model) yield model
  }
  yield* free
}

const isFree = ({ prices }: ListedModel): boolean =>
  prices.every(({ rates }) => Object.values(rates).every(({ base }) => base.isZero()))

function modelOf(key: string, entry: Fields): ListedModel | undefined {
  const provider = listedProviderOf(nameIn(entry['litellm_provider'], `${key}.litellm_provider`))
  const tiers = ratesByTier(key, entry)
  const rates = tiers.get('')
  if (!rates || isPricedByOthers(rates, entry)) return undefined
  const names = namesOf(key.toLowerCase(), provider)
  const others = [...tiers].filter(([tier]) => tier !== '')
  return {
    provider,
    model: names.at(-1)!,
    match: { or: names.map((name) => ({ equals: name })) },
    isNamed: (model) => names.includes(model),
    contextTokens: tokensIn(entry['max_input_tokens'] ?? entry['max_tokens']),
    prices: [
      {
        from: null,
        hours: null,
        rates,
        ...(others.length > 0 && { serviceTiers: Object.fromEntries(others) }),
      },
    ],
  }
}

/** The name in the list, and the name without its provider prefix. */
function namesOf(key: string, provider: string): string[] {
  const slash = key.indexOf('/')
  const isProvider = slash > 0 && listedProviderOf(key.slice(0, slash)) === provider
  return isProvider ? [key, key.slice(slash + 1)] : [key]
}

function ratesByTier(key: string, entry: Fields): Map<string, Rates> {
  const tiers = new Map<string, Partial<Record<RateKind, Rate>>>()
  const marked: { kind: RateKind; over: number; tier: string; rate: Money }[] = []
  for (const [name, value] of Object.entries(entry)) {
    const [, base = '', over, tier = ''] = rateName.exec(name) ?? []
    const kind = Object.hasOwn(kindsOf, base) ? kindsOf[base]! : undefined
    if (!kind || value === null) continue
    const rate = rateIn(value, million, `${key}.${name}`)
    const word = tier === 'batches' ? 'batch' : tier
    if (over) marked.push({ kind, over: Number(over) * 1000, tier: word, rate })
    else tiers.set(word, { ...tiers.get(word), [kind]: { base: rate, tiers: [] } })
  }
  const searches = entry['search_context_cost_per_query']
  const search = isFields(searches) ? searches['search_context_size_medium'] : undefined
  const standardRates = tiers.get('')
  if (standardRates && search != null)
    standardRates.web_search = {
      base: rateIn(search, million, `${key}.search_context_cost_per_query`),
      tiers: [],
    }
  for (const { kind, over, tier, rate } of marked.sort((left, right) => left.over - right.over)) {
    const rates = tiers.get(tier)
    const baseRate = rates?.[kind]
    if (rates && baseRate) rates[kind] = { ...baseRate, tiers: [...baseRate.tiers, { over, rate }] }
  }
  return tiers
}

/** Models priced by second, image or character have token rates of 0 here, which are not their price. */
const isPricedByOthers = (rates: Rates, entry: Fields): boolean =>
  rateKinds.every((kind) => !rates[kind] || rates[kind].base.isZero()) &&
  Object.entries(entry).some(([name, value]) => /cost/.test(name) && typeof value === 'number' && value > 0)
