/**
 * Slots for model calls. A call waits for one, by the limits of its pool, which processes share on PostgreSQL, and by
 * the budget of its run.
 */

export { realClock } from './limiter.ts'
export {
  createModelSlots,
  type ModelSlots,
  type PoolName,
  type SlotRequest,
} from './model-slots.ts'
export { BudgetExhausted, type RunLimits, UnknownCost } from './run-budget.ts'
