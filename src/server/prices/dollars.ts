import { costDecimals, type Money } from '../../engine/price/index.ts'

/** An amount in wire format: plain digits, never an exponent. */
export const dollars = (amount: Money): string => amount.toDecimalPlaces(costDecimals).toFixed()
