export { FilterBar } from './filter/filter-bar.tsx'
export { type Filters, searchOf, spanOf } from './filter/filters.ts'
export { duration, money, percent } from './numbers.ts'
export { askedOf, literalsOf } from './peek/curl.ts'
