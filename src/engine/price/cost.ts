import { costDecimals, Money } from './money.ts'
import { fallbackKinds, type RateKind, type Rates, rateFor, rateKinds } from './rates.ts'
import { type CallUsage, quantitiesOf } from './usage.ts'

const million = 1_000_000

/**
 * Exact cost of a call in US dollars; undefined if a used kind has no rate. Requests without any rate are free.
 * `rates` may be those of a service tier; `standardRates` are then the rates of the standard tier.
 */
export function costOf(rates: Rates, usage: CallUsage, standardRates: Rates = {}): Money | undefined {
  const quantities = quantitiesOf(usage)
  let sum = new Money(0)
  for (const kind of rateKinds) {
    const quantity = quantities[kind]
    if (quantity === 0) continue
    const rate = rateOf(rates, kind, standardRates)
    if (rate) sum = sum.plus(rateFor(rate, usage.inputTokens).times(quantity))
    else if (kind !== 'request' || standardRates.request) return undefined
  }
  return sum.div(million).toDecimalPlaces(costDecimals)
}

/** A kind with a standard rate has no fallback in another tier, because that tier prices the kind separately. */
function rateOf(rates: Rates, kind: RateKind, standardRates: Rates) {
  const kindRate = rates[kind]
  if (kindRate) return kindRate
  if (standardRates[kind]) return undefined
  const fallback = fallbackKinds[kind].find((candidate) => rates[candidate])
  return fallback && rates[fallback]
}
