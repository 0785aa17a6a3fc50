import type { ComputedPrice, PriceSource } from './price-call.ts'

interface StoredPrice {
  readonly price: number
  readonly price_source: PriceSource
}

/**
 * What a request is priced at from now on; undefined when that is what it has. A price that a caller gave
 * stays, and so does a computed one whose model is no longer in any list.
 */
export function repriced(stored: StoredPrice, computed: ComputedPrice): StoredPrice | undefined {
  if (stored.price_source === 'given') return undefined
  if (computed.price === null && stored.price_source === 'computed') return undefined
  const price = computed.price?.toNumber() ?? 0
  if (price === stored.price && computed.source === stored.price_source) return undefined
  return { price, price_source: computed.source }
}
