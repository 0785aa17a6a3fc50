import {
  type DatedRates,
  findListed,
  type ListedModel,
  type PriceList,
  type PriceListFormat,
  priceListOf,
  readPriceList,
} from '../../engine/price/index.ts'
import { corrected, corrections } from './corrections.ts'

/** The release of the package whose list counts unless another is imported, and the day on which it came out. */
export const builtInList = { version: '0.1.8', date: '2026-09-23' } as const

/**
 * The price list that comes with the package; nothing is fetched. A process that prices nothing does not load it: 32 ms and
 * 20 MB.
 */
let builtIn: BuiltIn | undefined

interface BuiltIn {
  readonly list: PriceList
  /** The corrections with the prices that the package has in their place. */
  readonly corrections: readonly { readonly model: ListedModel; readonly wrong: string }[]
}

export const loadBuiltInList = async (): Promise<PriceList> => (await loadBuiltIn()).list

async function loadBuiltIn(): Promise<BuiltIn> {
  if (builtIn) return builtIn
  const { waitForUpdate } = await import('@pydantic/genai-prices')
  const { models: listed, fallbacks } = readPriceList(await waitForUpdate())
  const models = [...listed]
  const list = priceListOf(models, fallbacks)
  builtIn = {
    list: priceListOf([...corrections(), ...models.map(corrected)], fallbacks),
    corrections: corrections().map((model) => ({ model, wrong: pricesIn(list, model) })),
  }
  return builtIn
}

/**
 * An imported list with what the built-in one is corrected by: rates that the provider's rule gives, and the models that a
 * genai-prices list still has at the prices that the package has.
 */
export async function correctedList(
  format: PriceListFormat,
  models: readonly ListedModel[],
  fallbacks: PriceList['fallbacks'],
): Promise<PriceList> {
  const list = priceListOf(models, fallbacks)
  const known = format === 'genai-prices' ? (await loadBuiltIn()).corrections : []
  const wrong = known.filter(({ model, wrong }) => pricesIn(list, model) === wrong)
  return priceListOf([...wrong.map(({ model }) => model), ...models.map(corrected)], fallbacks)
}

const pricesIn = (list: PriceList, { provider, model }: ListedModel): string =>
  JSON.stringify(findListed(list, provider, model)?.prices ?? null)

/** Finds models in a list. Finding one takes up to 50 microseconds, so the names found are kept. */
export class PriceCatalogue {
  readonly list: PriceList
  readonly #found = new Map<string, ListedModel | undefined>()
  readonly #most: number

  /** Names come from outside, so not all of them are kept. */
  constructor(list: PriceList, most = 1000) {
    this.list = list
    this.#most = most
  }

  get size(): number {
    return this.#found.size
  }

  find(provider: string, model: string): readonly DatedRates[] | undefined {
    const key = `${provider}\n${model}`
    if (this.#found.has(key)) return this.#found.get(key)?.prices
    const listed = findListed(this.list, provider, model)
    const oldest = this.#found.keys().next()
    if (this.#found.size >= this.#most && !oldest.done) this.#found.delete(oldest.value)
    this.#found.set(key, listed)
    return listed?.prices
  }
}
