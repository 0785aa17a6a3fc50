import { listedProviderOf, runnableProviders } from '../providers.ts'
import type { Money } from './money.ts'
import { overrideFor, type PriceOverride } from './override.ts'
import { findListed, type PriceList } from './price-list.ts'
import { type DatedRates, type Rates, ratesAt } from './rates.ts'

/** The prices of a workspace at a time. */
export interface PriceBook {
  readonly list: PriceList
  readonly overrides: readonly PriceOverride[]
  /** Milliseconds since 1970. */
  readonly time: number
}

/** A model to choose, with the rates of the standard tier. */
export interface OfferedModel {
  readonly provider: string
  readonly name: string
  readonly contextTokens: number | null
  /** US dollars for a million tokens of a short input; null: no rate. */
  readonly input: Money | null
  readonly output: Money | null
}

export interface OfferSearch {
  /** Null: all providers that templates run with. */
  readonly provider: string | null
  /** Parts of the provider's and the model's name. */
  readonly words: string
}

/**
 * Models that answer in tokens: exact names before other names, then by provider, then models with a price of the
 * workspace's own before those of the list. Models without a context length in the list are old or not for chat, so
 * they come last.
 */
export function* offeredModels(book: PriceBook, search: OfferSearch): Generator<OfferedModel> {
  const searchedName = search.words.trim().toLowerCase()
  const isExact = (name: string) => name.toLowerCase() === searchedName
  yield* matchingModels(book, search, isExact)
  yield* matchingModels(book, search, (name) => !isExact(name))
}

function* matchingModels(
  book: PriceBook,
  { provider, words }: OfferSearch,
  isWanted: (name: string) => boolean,
): Generator<OfferedModel> {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  for (const searched of provider === null ? runnableProviders : [provider]) {
    const last: OfferedModel[] = []
    for (const name of new Set(namesOf(book, searched))) {
      const text = `${searched} ${name}`.toLowerCase()
      if (!isWanted(name) || !parts.every((word) => text.includes(word))) continue
      const model = offeredModel(book, searched, name)
      if (!model?.output) continue
      if (model.contextTokens === null && !hasOwnPrice(book, model)) last.push(model)
      else yield model
    }
    yield* last
  }
}

const hasOwnPrice = ({ overrides }: PriceBook, { provider, name }: OfferedModel): boolean =>
  overrides.some((override) => override.provider === provider && override.model === name)

function* namesOf({ list, overrides, time }: PriceBook, provider: string): Generator<string> {
  for (const { provider: overrideProvider, model, serviceTier, from, to } of overrides)
    if (
      overrideProvider === provider &&
      serviceTier === null &&
      !model.includes('*') &&
      from <= time &&
      (to ?? time + 1) > time
    )
      yield model
  const isClaudeOnly = provider === 'anthropic.bedrock'
  for (const { model } of list.models.get(listedProviderOf(provider)) ?? [])
    if (!isClaudeOnly || model.includes('claude')) yield model
}

/**
 * The model with the prices of its calls; undefined if neither the workspace nor its list has a price for it.
 */
export function offeredModel(
  { list, overrides, time }: PriceBook,
  provider: string,
  name: string,
): OfferedModel | undefined {
  const override = overrideFor(overrides, { provider, model: name, serviceTier: null, time })
  const listed = findListed(list, provider, name)
  const rates = override?.rates ?? ratesNow(listed?.prices ?? [], time)
  if (!rates) return undefined
  return {
    provider,
    name,
    contextTokens: listed?.contextTokens ?? null,
    input: rates.input?.base ?? null,
    output: rates.output?.base ?? null,
  }
}

const ratesNow = (prices: readonly DatedRates[], time: number): Rates | undefined =>
  ratesAt(prices, time)?.rates

/** The providers whose own list has a model of this name. */
export const providersOf = (list: PriceList, name: string): string[] =>
  runnableProviders.filter((provider) => findListed(list, provider, name) !== undefined)
