import { Decimal } from 'decimal.js'

/**
 * Exact US dollars: the highest rate times the longest call has 31 digits, which leaves room for sums.
 * The precision holds for values of this constructor only; the library's default is 20.
 */
export const Money = Decimal.clone({ precision: 60 })
export type Money = Decimal

/** Costs are exact to 10^-12 dollars: the cost of one token at a rate with six decimals for a million. */
export const costDecimals = 12

/** An amount as the API writes it: digits without an exponent. */
export const dollars = (amount: Money): string => amount.toDecimalPlaces(costDecimals).toFixed()
