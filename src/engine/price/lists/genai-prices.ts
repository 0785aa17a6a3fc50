import { fieldsOf, isFields } from '../../json/fields.ts'
import { type MatchRule, modelMatchOf } from '../model-match.ts'
import type { ListedModel } from '../price-list.ts'
import type { DatedRates, Rate, RateKind, Rates } from '../rates.ts'
import { maxNameLength, nameIn, rateIn, shortListIn, tokensIn, wrongList } from './fields.ts'

/** Most texts of one rule, all of which are compared with a name; known rules have at most 11. */
const maxTexts = 100
/** The depth limit of `modelMatchOf`. */
const maxDepth = 5
const textKinds = ['equals', 'starts_with', 'ends_with', 'contains', 'regex']

/** The known fields of a rule. @throws Refusal 'bad_request' */
function matchRuleIn(value: unknown, path: string): MatchRule {
  let texts = 0
  const read = (rule: unknown, depth: number): MatchRule => {
    if (depth > maxDepth) throw wrongList(path, `must nest ${maxDepth} levels at most`)
    const fields = fieldsOf(rule)
    for (const kind of ['or', 'and']) {
      const parts = fields[kind]
      if (Array.isArray(parts)) return { [kind]: parts.map((part) => read(part, depth + 1)) }
    }
    if (++texts > maxTexts) throw wrongList(path, `must have ${maxTexts} texts at most`)
    const kind = textKinds.find((textKind) => typeof fields[textKind] === 'string')
    const text = kind && String(fields[kind])
    if (text && text.length > maxNameLength)
      throw wrongList(path, `must have texts of ${maxNameLength} characters at most`)
    return kind ? { [kind]: text } : {}
  }
  return read(value, 0)
}

/**
 * The list's names of rate kinds. Pages, and hours of audio and video, are left out: they are not counted in tokens.
 */
const keysOf: Readonly<Record<RateKind, string>> = {
  input: 'input_mtok',
  cached_input: 'cache_read_mtok',
  cache_write: 'cache_write_mtok',
  cache_write_1h: 'cache_write_1h_mtok',
  input_audio: 'input_audio_mtok',
  cached_input_audio: 'cache_audio_read_mtok',
  input_image: 'input_image_mtok',
  output: 'output_mtok',
  reasoning: 'output_reasoning_mtok',
  output_audio: 'output_audio_mtok',
  output_image: 'output_image_mtok',
  request: 'requests_kcount',
  web_search: 'web_searches_kcount',
}

/** Models of a list in genai-prices' format: a list of providers with their models. @throws Refusal 'bad_request' */
export function* genaiModels(providers: readonly unknown[]): Generator<ListedModel> {
  const names = new Set<string>()
  for (const [index, provider] of providers.entries()) {
    const { id, models } = fieldsOf(provider)
    const name = nameIn(id, `[${index}].id`).toLowerCase()
    if (names.has(name)) throw wrongList(`[${index}].id`, `repeats the provider ${name}`)
    names.add(name)
    if (!Array.isArray(models)) throw wrongList(`${name}.models`, 'must be a list')
    yield* modelsOf(models, name)
  }
}

const maxFallbacks = 20

/** Other providers whose models a provider also serves. */
export function genaiFallbacks(providers: readonly unknown[]): Map<string, readonly string[]> {
  return new Map(
    providers.map((provider) => {
      const { id, fallback_model_providers: others } = fieldsOf(provider)
      const fallbackNames = Array.isArray(others) ? others.filter((name) => typeof name === 'string') : []
      return [String(id).toLowerCase(), fallbackNames.slice(0, maxFallbacks)]
    }),
  )
}

function* modelsOf(models: readonly unknown[], provider: string): Generator<ListedModel> {
  const names = new Set<string>()
  for (const [index, entry] of models.entries()) {
    const path = `${provider}.models[${index}]`
    const model = modelOf(entry, provider, path)
    if (names.has(model.model)) throw wrongList(`${path}.id`, `repeats the model ${model.model}`)
    names.add(model.model)
    yield model
  }
}

function modelOf(model: unknown, provider: string, path: string): ListedModel {
  const { id, match, prices, context_window } = fieldsOf(model)
  const name = nameIn(id, `${path}.id`)
  const dated = Array.isArray(prices) ? shortListIn(prices, `${path}.prices`) : [{ prices }]
  const rule = matchRuleIn(match, `${path}.match`)
  return {
    provider,
    model: name,
    match: rule,
    isNamed: modelMatchOf(rule),
    contextTokens: tokensIn(context_window),
    prices: dated.map((rates, index) => datedRatesOf(rates, `${provider}/${name}.prices[${index}]`)),
  }
}

function datedRatesOf(dated: unknown, path: string): DatedRates {
  const { constraint, prices } = fieldsOf(dated)
  if (!isFields(prices)) throw wrongList(path, 'must hold prices')
  const { start_date: date, start_time: start, end_time: end } = fieldsOf(constraint)
  return {
    from: date === undefined ? null : timeIn(date, path),
    hours: start === undefined ? null : { start: secondOfDay(start, path), end: secondOfDay(end, path) },
    rates: ratesOf(prices, path),
  }
}

function timeIn(text: unknown, path: string): number {
  const time = typeof text === 'string' && /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(time)) return time
  throw wrongList(`${path}.constraint`, 'must hold a date and times of the day')
}

/** `16:30:00Z`; all times of the list are UTC. */
const secondOfDay = (text: unknown, path: string): number =>
  (timeIn(`1970-01-01T${String(text)}`, path) / 1000) % 86_400

function ratesOf(prices: Readonly<Record<string, unknown>>, path: string): Rates {
  const rates: Partial<Record<RateKind, Rate>> = {}
  for (const [kind, key] of Object.entries(keysOf) as [RateKind, string][]) {
    const price = prices[key]
    if (price === undefined || price === null) continue
    rates[kind] = rateOf(price, kind === 'request' || kind === 'web_search' ? 1000 : 1, `${path}.${key}`)
  }
  return rates
}

function rateOf(price: unknown, factor: number, path: string): Rate {
  if (!isFields(price)) return { base: rateIn(price, factor, path), tiers: [] }
  const tiers = shortListIn(price['tiers'] ?? [], `${path}.tiers`)
  return {
    base: rateIn(price['base'], factor, path),
    tiers: tiers
      .map((tier: unknown) => {
        const { start, price } = fieldsOf(tier)
        if (typeof start !== 'number' || !(start >= 0)) throw wrongList(`${path}.tiers`, 'must have a start')
        return { over: start, rate: rateIn(price, factor, path) }
      })
      .sort((left, right) => left.over - right.over),
  }
}
