/** One call through a provider's SDK: headers that leave, errors told apart, streams in whole events. */

export { noAccess, requiredKey, requiredSetting } from './credentials.ts'
export { callThrough, type Send, streamThrough, type Wire } from './exchange.ts'
export { failureOfError } from './failures.ts'
export {
  type ErrorTable,
  notAllowed,
  quotaSpent,
  rateLimited,
  refused,
  timedOut,
  unavailable,
} from './verdict.ts'
