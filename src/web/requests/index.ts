/** The request log: list, charts, filters, saved views, one request beside the list. */

export { FilterBar } from './filter/filter-bar.tsx'
export { type Filter, type Filters, groupOf, isOfProduction, searchOf, spanOf } from './filter/filters.ts'
export { accuracyText, costText, duration, isPriced, money, percent, percentileText } from './numbers.ts'
export { askedOf, curlOfRun, literalsOf } from './peek/curl.ts'
export { MessageView, type ShownMessage } from './peek/message-view.tsx'
export { RequestList } from './request-list.tsx'
