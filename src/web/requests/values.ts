/** Plain values, exported apart from the views so that importers load none. */
export { type Filter, type Filters, searchOf } from './filter/filters.ts'
export { costText, percent, percentileText } from './numbers.ts'
