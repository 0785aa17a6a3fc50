export {
  type Called,
  createModelSlots,
  type ModelSlots,
  type SlotRequest,
  type SlotResult,
} from './model-slots.ts'
export { BudgetExhausted, type RunLimits, UnknownCost } from './run-budget.ts'
