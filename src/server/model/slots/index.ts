/**
 * Every model call waits here for its turn: limits of pools, shared by processes on PostgreSQL, and budgets of runs.
 */

export { realClock } from './limiter.ts'
export {
  type CallPass,
  createModelSlots,
  type ModelSlots,
  type PoolName,
  type SlotRequest,
} from './model-slots.ts'
export { BudgetExhausted, type RunLimits, UnknownCost } from './run-budget.ts'
