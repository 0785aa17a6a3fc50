import {
  type DatedRates,
  findListed,
  type ListedModel,
  type PriceList,
  type PriceListFormat,
  priceListOf,
  readPriceList,
} from '../../engine/price/index.ts'
import { putNewest } from '../caches/put-newest.ts'
import { correctedModel, corrections } from './corrections.ts'

/** Version and release date of the package whose price list is used unless another one is imported. */
export const builtInList = { version: '0.1.8', date: '2026-09-23' } as const

/** The price list of the package. Loading it takes 32 ms and 20 MB, so it is loaded at its first use. */
let builtIn: BuiltIn | undefined

interface BuiltIn {
  readonly list: PriceList
  /** Corrections, each with the wrong price of the package that it replaces. */
  readonly corrections: readonly { readonly model: ListedModel; readonly wrongPrices: string }[]
}

export const loadBuiltInList = async (): Promise<PriceList> => (await loadBuiltIn()).list

async function loadBuiltIn(): Promise<BuiltIn> {
  if (builtIn) return builtIn
  const { waitForUpdate } = await import('@pydantic/genai-prices')
  const { models: listed, fallbacks } = readPriceList(await waitForUpdate())
  const models = [...listed]
  const list = priceListOf(models, fallbacks)
  builtIn = {
    list: priceListOf([...corrections(), ...models.map(correctedModel)], fallbacks),
    corrections: corrections().map((model) => ({ model, wrongPrices: pricesIn(list, model) })),
  }
  return builtIn
}

/** Corrects an imported list: adds rates that follow from the rules of providers, and replaces the package's wrong prices. */
export async function correctedList(
  format: PriceListFormat,
  models: readonly ListedModel[],
  fallbacks: PriceList['fallbacks'],
): Promise<PriceList> {
  const list = priceListOf(models, fallbacks)
  const allCorrections = format === 'genai-prices' ? (await loadBuiltIn()).corrections : []
  const applied = allCorrections.filter(({ model, wrongPrices }) => pricesIn(list, model) === wrongPrices)
  return priceListOf([...applied.map(({ model }) => model), ...models.map(correctedModel)], fallbacks)
}

const pricesIn = (list: PriceList, { provider, model }: ListedModel): string =>
  JSON.stringify(findListed(list, provider, model)?.prices ?? null)

/** Finds models in a price list. Results are cached, because a search takes up to 50 microseconds. */
export class PriceCatalogue {
  readonly list: PriceList
  readonly #listed = new Map<string, ListedModel | undefined>()
  readonly #maxEntries: number

  /** `maxEntries` bounds the cache, because callers send the names. */
  constructor(list: PriceList, maxEntries = 1000) {
    this.list = list
    this.#maxEntries = maxEntries
  }

  get size(): number {
    return this.#listed.size
  }

  find(provider: string, model: string): readonly DatedRates[] | undefined {
    const key = `${provider}\n${model}`
    if (this.#listed.has(key)) return this.#listed.get(key)?.prices
    const listed = findListed(this.list, provider, model)
    putNewest(this.#listed, this.#maxEntries, key, listed)
    return listed?.prices
  }
}
