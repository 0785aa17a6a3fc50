/** The request log: list, charts, filters, saved views, one request beside the list. */

export { wordsOf } from './filter/fields.ts'
export { FilterBar } from './filter/filter-bar.tsx'
export { FilterInput } from './filter/filter-input.tsx'
export {
  type Filter,
  type Filters,
  filtersIn,
  groupOf,
  hoursOf,
  isOfProduction,
  type Range,
  ranges,
  searchOf,
  spanOf,
} from './filter/filters.ts'
export { accuracyText, costText, duration, isPriced, money, percent, percentileText } from './numbers.ts'
export { askedOf, curlOfRun, literalsOf } from './peek/curl.ts'
export { MessageView, type ShownMessage } from './peek/message-view.tsx'
export { RequestList } from './request-list.tsx'
