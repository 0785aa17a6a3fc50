/** A door for plain values, which load no view. */
export { type Filter, type Filters, searchOf } from './filter/filters.ts'
export { costText, percent, percentileText } from './numbers.ts'
