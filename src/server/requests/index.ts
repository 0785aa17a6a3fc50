/** The request log: recording, search, analytics, exports, saved views. All requests are stored by `record-request.ts`. */

import type { Handlers } from '../http/handler.ts'
import { readRequestAnalytics } from './analytics/read-analytics.ts'
import { readCustomRequestAnalytics } from './analytics/read-custom-analytics.ts'
import { readMetadataSums } from './analytics/read-metadata-sums.ts'
import { readPromptUsage } from './analytics/read-prompt-usage.ts'
import { downloadRequests, exportRequests } from './export/export-requests.ts'
import { readRequestFacets } from './facets/read-facets.ts'
import { logRequest } from './log-request.ts'
import { listPromptScores } from './prompt-scores.ts'
import { readRequest } from './read-request.ts'
import { searchRequests } from './search/search-requests.ts'
import { suggestRequestValues } from './search/suggest-values.ts'
import { trackRequest } from './track-request.ts'
import { trackingHandlers } from './tracking.ts'
import { updateRequest } from './update-request.ts'
import { viewHandlers } from './views/index.ts'

export { rankSql } from './analytics/chart-queries.ts'
export {
  countsOfValue,
  displayedValue,
  groupKey,
  presentChart,
  seriesOf,
  valuesOf,
} from './analytics/present-chart.ts'
export { bucketingOf } from './analytics/read-analytics.ts'
export { searchCosts } from './analytics/search-costs.ts'
export { bucketSql } from './analytics/summand-queries.ts'
export { billingOf, priceableOf, pricedCallOf, tierOf } from './billing.ts'
export { cursorParts, cursorText, wrongCursor } from './cursor-parts.ts'
export { eraseDeletedCopies, eraseDeletedWords } from './expiry/erase-deleted.ts'
export {
  countExpiredRequests,
  deleteExpiredRequests,
  deleteRequests,
  deleteRequestsIn,
} from './expiry/expired.ts'
export { type ExpiryQuery, isExpiredSql } from './expiry/expired-queries.ts'
export { type ExportPart, nextExportPart } from './export/export-part.ts'
export { rowsDownload } from './export/rows-download.ts'
export { type WalkPage, walk } from './export/walk.ts'
export { kindNumber } from './facet-entries.ts'
export { selectFigures } from './figures-queries.ts'
export { findRequestIds } from './find-request-ids.ts'
export { isRequestScore, maxGivenScores, presentGiven } from './given-score.ts'
export { requireGroup } from './groups.ts'
export { countedPrice, isUnpriced } from './hour-queries.ts'
export { summedPrice } from './hours.ts'
export { finishIndex, pendingRequests } from './indexing/indexer.ts'
export { startIndex } from './indexing/start-index.ts'
export { inheritMetadata } from './inherit-metadata.ts'
export { framedPayloads, indexArrival } from './insert-queries.ts'
export {
  costByDay,
  countToPrice,
  newestUnknown,
  type PriceChange,
  pagesToPrice,
  setPrices,
} from './ledger-queries.ts'
export { maskRecord } from './mask-record.ts'
export { dropEmptyMonths } from './month-queries.ts'
export { countScoresOfRequests, readRequestTexts, requestIdsOfTrace } from './named-queries.ts'
export { linkTo, noLink, type PromptLink } from './prompt-link.ts'
export {
  deleteRequestScore,
  existingRequests,
  findRequest,
  listScores as requestScores,
  newestRequest,
  putRequestScore,
  requestsOfSpans,
} from './queries.ts'
export { describeRequest } from './read-request.ts'
export { type CallFailure, readCall, recordCall } from './record-call.ts'
export { recordOfLog } from './record-of-log.ts'
export { type RecordDependencies, type RecordedRequest, recordRequest } from './record-request.ts'
export { mergeRequest, replaceRequest } from './replace-request.ts'
export { reportedTokens } from './reported-tokens.ts'
export { addContext } from './request-context.ts'
export {
  type DescribedRequest,
  requestField,
  requestFields,
} from './request-fields.ts'
export type { RequestRecord } from './request-rows.ts'
export { inRanges, rangeOf } from './search/condition-queries.ts'
export { orderOf } from './search/cursor.ts'
export { searchDialect } from './search/dialect.ts'
export type { Posting } from './search/driver.ts'
export { readFilterText } from './search/filter-text.ts'
export type { LogSearch } from './search/log-search.ts'
export type { Position } from './search/plan-queries.ts'
export { postingCondition } from './search/posting-queries.ts'
export { blueprintsOf } from './search/previews.ts'
export { givenPosting, isListedScore, type ListedScore } from './search/score-list-queries.ts'
export { scoreContains, scoreText } from './search/score-value-queries.ts'
export type { SearchedStore } from './search/search.ts'
export type { Sql } from './search/search-dialect-queries.ts'
export { searchLog } from './search/search-log.ts'
export { maxDepth, presentPage, requireDepth, type Total } from './search/search-page.ts'
export {
  chartsTimeout,
  queriesWithin,
  type RunQuery,
  refusingTimeout,
  sharedLimit,
  type TimeLimit,
} from './search/time-limit.ts'
export { type WalkedRequests, walkPages } from './search/walk-pages.ts'
export { walkMeans } from './search/walk-scores.ts'
export { sortRequestIds } from './sort-request-ids.ts'
export { presentView, savedViews } from './views/saved-views.ts'

export const requestHandlers = {
  downloadRequests,
  exportRequests,
  listPromptScores,
  logRequest,
  readCustomRequestAnalytics,
  readMetadataSums,
  readPromptUsage,
  readRequest,
  readRequestAnalytics,
  readRequestFacets,
  searchRequests,
  suggestRequestValues,
  trackRequest,
  updateRequest,
  ...trackingHandlers,
  ...viewHandlers,
} satisfies Partial<Handlers>
