/** The cost of a call: tokens counted once, dated rates with tiers, a workspace's own prices, exact decimals. */

export { compareLists, type ModelChange } from './compare-lists.ts'
export { readPriceListText } from './lists/list-text.ts'
export { listedModelOf, listedText } from './lists/listed-text.ts'
export { type PriceListFormat, priceListFormats, readPriceList } from './lists/read-list.ts'
export { type MatchRule, modelMatchOf } from './model-match.ts'
export { costDecimals, dollars, Money } from './money.ts'
export {
  type OfferedModel,
  offeredModel,
  offeredModels,
  type PriceBook,
  providersOf,
} from './offered-models.ts'
export type { PriceOverride } from './override.ts'
export {
  type ComputedPrice,
  isPriced,
  type PricedCall,
  priceCall,
} from './price-call.ts'
export { findListed, type ListedModel, type PriceList, priceListOf } from './price-list.ts'
export { type DatedRates, flatRate, type Rate, type RateKind, type Rates, rateKinds } from './rates.ts'
export { repriced } from './reprice.ts'
export { serviceTierOf } from './service-tier.ts'
export type { CallUsage, UsageParts } from './usage.ts'
