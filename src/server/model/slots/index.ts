export { type CallPass, createModelSlots, type ModelSlots, type SlotRequest } from './model-slots.ts'
export { BudgetExhausted, type RunLimits, UnknownCost } from './run-budget.ts'
