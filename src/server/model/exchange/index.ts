/** One call through a provider's SDK: allowed headers, classified errors, streams as whole events. */

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
