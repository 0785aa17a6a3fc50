/** Which cells a change affects, which can run, which keep their value. */

export { type ChangedCells, isComputed, staleAfter } from './cells.ts'
export { decideOperation } from './confirm.ts'
export type { CellRange, Effects } from './effects.ts'
export { type ReadinessCheck, readinessCheck } from './readiness.ts'
export { rowsAdded, rowsShifted } from './rows.ts'
export {
  type CellAddress,
  type OperationRequest,
  type SelectedRange,
  selectCells,
  selectOperation,
} from './select.ts'
export { affectedColumns, structureEffects } from './structure.ts'
export { mayKeep, unchangedAfter } from './unchanged.ts'
