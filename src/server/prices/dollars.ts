import { costDecimals, type Money } from '../../engine/price/index.ts'

/** An amount as the API writes it: digits without an exponent. */
export const dollars = (amount: Money): string => amount.toDecimalPlaces(costDecimals).toFixed()
