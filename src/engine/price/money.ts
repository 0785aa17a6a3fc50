import { Decimal } from 'decimal.js'

/**
 * Exact US dollars: the highest rate times the longest call has 31 digits, which leaves room for sums.
 * The precision holds for values of this constructor only; the library's default is 20.
 */
export const Money = Decimal.clone({ precision: 60 })
export type Money = Decimal
