import type { ComputedPrice, PriceSource } from './price-call.ts'

interface StoredPrice {
  readonly price: number
  readonly price_source: PriceSource
}

/**
 * The new price of a request; undefined if it is unchanged. A price from the caller stays, and so does a computed
 * price whose model is no longer in any list.
 */
export function repriced(stored: StoredPrice, computed: ComputedPrice): StoredPrice | undefined {
  if (stored.price_source === 'given') return undefined
  if (computed.price === null && stored.price_source === 'computed') return undefined
  const price = computed.price?.toNumber() ?? 0
  if (price === stored.price && computed.source === stored.price_source) return undefined
  return { price, price_source: computed.source }
}
