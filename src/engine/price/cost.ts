import { costDecimals, Money } from './money.ts'
import { costsAs, type RateKind, type Rates, rateFor, rateKinds } from './rates.ts'
import { type CallUsage, quantitiesOf } from './usage.ts'

const million = 1_000_000

/**
 * Exact cost of a call in US dollars; undefined if a used kind has no rate. `standardRates` marks `rates` as those of a
 * service tier: a kind with its own standard rate does not fall back to another kind of the tier.
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

function rateOf(rates: Rates, kind: RateKind, standardRates: Rates) {
  const kindRate = rates[kind]
  if (kindRate) return kindRate
  if (standardRates[kind]) return undefined
  const other = costsAs[kind].find((candidate) => rates[candidate])
  return other && rates[other]
}
