import {
  type DatedRates,
  findListed,
  type ListedModel,
  type PriceList,
  priceListOf,
  readPriceList,
} from '../../engine/price/index.ts'
import { corrected, corrections } from './corrections.ts'

/** The release of the package whose list counts, and the day on which it came out. */
export const builtInList = { version: '0.1.8', date: '2026-09-23' } as const

/**
 * The price list that comes with the package; nothing is fetched. A process that prices nothing does not load it: 32 ms and
 * 20 MB.
 */
let builtIn: PriceList | undefined

export async function loadBuiltInList(): Promise<PriceList> {
  if (builtIn) return builtIn
  const { waitForUpdate } = await import('@pydantic/genai-prices')
  const { models, fallbacks } = readPriceList(await waitForUpdate())
  builtIn = priceListOf([...corrections(), ...[...models].map(corrected)], fallbacks)
  return builtIn
}

/** Finds models in a list. Finding one takes up to 50 microseconds, so the names found are kept. */
export class PriceCatalogue {
  readonly #list: PriceList
  readonly #found = new Map<string, ListedModel | undefined>()
  readonly #most: number

  /** Names come from outside, so not all of them are kept. */
  constructor(list: PriceList, most = 1000) {
    this.#list = list
    this.#most = most
  }

  get size(): number {
    return this.#found.size
  }

  find(provider: string, model: string): readonly DatedRates[] | undefined {
    const key = `${provider}\n${model}`
    if (this.#found.has(key)) return this.#found.get(key)?.prices
    const listed = findListed(this.#list, provider, model)
    const oldest = this.#found.keys().next()
    if (this.#found.size >= this.#most && !oldest.done) this.#found.delete(oldest.value)
    this.#found.set(key, listed)
    return listed?.prices
  }
}
