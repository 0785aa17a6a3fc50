import {
  type DatedRates,
  flatRate,
  type Rate,
  type RateKind,
  type Rates,
  spellingsOf,
} from '../../engine/price/index.ts'

type Package = typeof import('@pydantic/genai-prices')
type ListedPrices = import('@pydantic/genai-prices').ModelInfo['prices']
type ListedPrice = import('@pydantic/genai-prices').ModelPrice[string]

/** The package's names of what has a rate. Searches, pages and hours of audio are not counted in tokens. */
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
}

/**
 * The price list that comes with the package; nothing is fetched. Finding a model takes 55 microseconds,
 * so what was found is kept. A process that prices nothing does not load it: 32 ms and 20 MB.
 */
export class PriceCatalogue {
  #package: Package | undefined
  readonly #found = new Map<string, readonly DatedRates[] | undefined>()
  readonly #most: number

  /** Names come from outside, so not all of them are kept. */
  constructor(most = 1000) {
    this.#most = most
  }

  get size(): number {
    return this.#found.size
  }

  async load(): Promise<void> {
    this.#package ??= await import('@pydantic/genai-prices')
  }

  get isLoaded(): boolean {
    return this.#package !== undefined
  }

  find(provider: string, model: string): readonly DatedRates[] | undefined {
    const key = `${provider}\n${model}`
    if (this.#found.has(key)) return this.#found.get(key)
    const rates = this.#lookUp(provider, model)
    const oldest = this.#found.keys().next()
    if (this.#found.size >= this.#most && !oldest.done) this.#found.delete(oldest.value)
    this.#found.set(key, rates)
    return rates
  }

  #lookUp(provider: string, model: string): readonly DatedRates[] | undefined {
    for (const spelling of spellingsOf(provider, model)) {
      const { findProvider, calcPrice } = this.#package!
      // It also takes a provider for one whose name it contains; a name of the caller's own is no such thing.
      if (findProvider({ providerId: spelling.provider })?.id !== spelling.provider) return undefined
      const listed = calcPrice({}, spelling.model, { providerId: spelling.provider })
      if (listed) return datedRatesOf(listed.model.prices)
    }
    return undefined
  }
}

function datedRatesOf(prices: ListedPrices): DatedRates[] {
  const list = Array.isArray(prices) ? prices : [{ prices }]
  return list.map(({ constraint, prices: listed }) => ({
    from: constraint?.type === 'start_date' ? Date.parse(constraint.start_date) : null,
    hours:
      constraint?.type === 'time_of_date'
        ? { start: secondOfDay(constraint.start_time), end: secondOfDay(constraint.end_time) }
        : null,
    rates: ratesOf(listed),
  }))
}

/** `16:30:00Z`; every time of the list is in UTC. */
const secondOfDay = (time: string) => (Date.parse(`1970-01-01T${time}`) / 1000) % 86_400

function ratesOf(listed: Readonly<Record<string, ListedPrice>>): Rates {
  const rates: Partial<Record<RateKind, Rate>> = {}
  for (const [kind, key] of Object.entries(keysOf) as [RateKind, string][]) {
    const price = listed[key]
    if (price !== undefined) rates[kind] = rateOf(price, kind === 'request' ? 1000 : 1)
  }
  return rates
}

/** A price per thousand requests becomes one per million. */
function rateOf(price: NonNullable<ListedPrice>, factor: number): Rate {
  if (typeof price === 'number') return flatRate(flatRate(price).base.times(factor))
  const tiers = price.tiers.map(({ start, price }) => ({
    over: start,
    rate: flatRate(price).base.times(factor),
  }))
  return {
    base: flatRate(price.base).base.times(factor),
    tiers: tiers.sort((one, other) => one.over - other.over),
  }
}
