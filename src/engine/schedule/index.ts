/** When a model call may start: adaptive limits, turns between runs, shares of processes, budgets. */

export { type Amounts, afterReservation, afterReturn, blockOf, coversNeed, type Need } from './budget.ts'
export {
  type CallRefusals,
  type Fault,
  faultOf,
  isHopeless,
  maxNeighbouringCalls,
  type NeighbouringCalls,
  noRefusals,
} from './call-refusals.ts'
export {
  type AtRisk,
  decayedSum,
  maxAtRisk,
  maxCallsAfterKill,
  maxCallsAfterStart,
  waitingShare,
} from './calls-at-risk.ts'
export { type Bound, secondsByBound } from './duration.ts'
export { FairQueue } from './fair-queue.ts'
export {
  afterOverload,
  backOff,
  growLimits,
  type Limits,
  type LimitsReached,
  maxConcurrency,
  type RefusedCall,
  startingLimits,
} from './limits.ts'
export { type CallKind, mayTakeRunner, roomFor } from './runner-shares.ts'
export { fairShares } from './shares.ts'
export { type Bucket, drawFromBucket, isOpen, refillBucket, waitOf } from './token-bucket.ts'
