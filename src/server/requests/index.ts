import type { Handlers } from '../http/handler.ts'
import { logRequest } from './log-request.ts'
import { readRequest } from './read-request.ts'
import { trackRequest } from './track-request.ts'
import { trackingHandlers } from './tracking.ts'

export { priceableOf, pricedCallOf } from './billing.ts'
export {
  costByDay,
  countToPrice,
  type PriceChange,
  pagesToPrice,
  setPrices,
} from './ledger-queries.ts'
export { linkTo, noLink, type PromptLink } from './prompt-link.ts'
export { type CallFailure, type RecordedCall, recordCall } from './record-call.ts'
export { type RecordedRequest, type RequestRecord, recordRequest } from './record-request.ts'
export { requireGroup } from './require-group.ts'

export const requestHandlers = {
  logRequest,
  readRequest,
  trackRequest,
  ...trackingHandlers,
} satisfies Partial<Handlers>
