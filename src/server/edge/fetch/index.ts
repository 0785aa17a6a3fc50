export type { OutboundAnswer } from './answer.ts'
export type { FetchLimits } from './as-fetch.ts'
export { type Deadline, orAborted, startDeadline } from './deadline.ts'
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
  type OutboundRequest,
} from './guarded-fetch.ts'
export { lazyGuardedFetch } from './lazy-guarded-fetch.ts'
export { OutboundAllowError, parseOutboundAllow } from './outbound-allow.ts'
export { OutboundError, type OutboundErrorCode } from './outbound-error.ts'
export type { RedirectRule } from './redirects.ts'
export { CleanHeaders, cleanHeaders, type OutboundHeaders } from './request-headers.ts'
export type { Resolve } from './resolve.ts'
export { restrictedTo } from './restricted-to.ts'
