export { costDecimals } from './cost.ts'
export { Money } from './money.ts'
export type { PriceOverride } from './override.ts'
export {
  type Catalogue,
  type ComputedPrice,
  type PricedCall,
  type PriceSource,
  priceCall,
} from './price-call.ts'
export { type DatedRates, flatRate, type Rate, type RateKind, type Rates, rateKinds } from './rates.ts'
export { repriced } from './reprice.ts'
export { type Spelling, spellingsOf } from './spellings.ts'
export type { CallUsage, UsageParts } from './usage.ts'
