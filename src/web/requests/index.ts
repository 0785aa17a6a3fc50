/** The request log: list, charts, filters, saved views, one request beside the list. */

export { ClockTime } from './clock-time.tsx'
export { ComparedFigures, SideLetter } from './compare/compared-parts.tsx'
export { FacetFrame, FacetSection } from './facets/facet-parts.tsx'
export { FacetValues } from './facets/facet-values.tsx'
export { FacetsBeside, useFacetsShown } from './facets/facets-beside.tsx'
export { ScoreSort } from './facets/score-sort.tsx'
export { Fact, FactList } from './facts.tsx'
export { FailureAdvice } from './failure-advice.tsx'
export { failureWords } from './failure-words.ts'
export { fieldNamed, wordsOf } from './filter/fields.ts'
export { Chip, FilterBar } from './filter/filter-bar.tsx'
export { FilterInput } from './filter/filter-input.tsx'
export {
  type Filter,
  type Filters,
  filtersBefore,
  filtersIn,
  groupOf,
  type Range,
  searchOf,
  spanOf,
} from './filter/filters.ts'
export { groupFilters } from './filter/group-filters.ts'
export { TimeSelect } from './filter/time-select.tsx'
export { useSuggestions } from './filter/use-suggestions.ts'
export { LazyExportDialog, LazyRequestCharts, LazyVolumeCharts } from './lazy-parts.ts'
export { contentText, messagesOf, type ShownMessage } from './messages.ts'
export { NewerButton } from './newer-button.tsx'
export {
  accuracyText,
  changeText,
  costText,
  duration,
  isPriced,
  money,
  percentileText,
  priceText,
  scoreNumber,
  secondsText,
  totalCostText,
  wholeText,
} from './numbers.ts'
export { curlOfRun, inputOf, literalValues } from './peek/curl.ts'
export { MediaView } from './peek/media-view.tsx'
export { MessageList } from './peek/message-view.tsx'
export { MessagesAround } from './peek/messages-around.tsx'
export { RequestList } from './request-list.tsx'
export { requestQuery } from './request-query.ts'
export { choiceColumn, withChoice } from './rows/choice-column.tsx'
export { cellText, chosenColumns } from './rows/chosen-columns.tsx'
export { ColumnMenu } from './rows/column-menu.tsx'
export { listCacheMilliseconds, useListKey } from './rows/list-cache.ts'
export { RowError } from './rows/row-error.tsx'
export { type RowColumn, RowList } from './rows/row-list.tsx'
export { tokenCell } from './rows/token-cell.tsx'
export { ScoreOrder } from './score-order.tsx'
export { tokenText } from './token-text.ts'
export { requestTokens, speedText, tokensText } from './tokens.ts'
export { ignoredForTraces, traceSearchOf } from './traces-by.ts'
export { useCount } from './use-count.ts'
export { requestViews } from './views/request-view-kind.ts'
export { ViewBar } from './views/view-bar.tsx'
