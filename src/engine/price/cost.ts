import { Money } from './money.ts'
import { costsAs, type RateKind, type Rates, rateFor, rateKinds } from './rates.ts'
import { type CallUsage, quantitiesOf } from './usage.ts'

const million = 1_000_000
/**
 * Costs are exact to the millionth of a millionth of a dollar: what one token costs at a rate of six decimals
 * for a million.
 */
export const costDecimals = 12

/**
 * The exact cost of a call in US dollars; undefined when it used something that has no rate. With `standard`, the rates are
 * those of a service tier: a kind that the standard tier prices apart does not cost as another kind of the tier.
 */
export function costOf(rates: Rates, usage: CallUsage, standard: Rates = {}): Money | undefined {
  const quantities = quantitiesOf(usage)
  let sum = new Money(0)
  for (const kind of rateKinds) {
    const quantity = quantities[kind]
    if (quantity === 0) continue
    const rate = rateOf(rates, kind, standard)
    if (rate) sum = sum.plus(rateFor(rate, usage.inputTokens).times(quantity))
    else if (kind !== 'request' || standard.request) return undefined
  }
  return sum.div(million).toDecimalPlaces(costDecimals)
}

function rateOf(rates: Rates, kind: RateKind, standard: Rates) {
  const own = rates[kind]
  if (own) return own
  if (standard[kind]) return undefined
  const other = costsAs[kind].find((one) => rates[one])
  return other && rates[other]
}
