import { Decimal } from 'decimal.js'

/**
 * US dollars, exact: the dearest rate times the longest call has 31 digits, and sums have room beside. Only
 * what is made by this keeps so many; the library's own default is 20.
 */
export const Money = Decimal.clone({ precision: 60 })
export type Money = Decimal
