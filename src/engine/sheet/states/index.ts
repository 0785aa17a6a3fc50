/** The states of a cell and the one table of their moves. */

export {
  type CellState,
  type CellStatus,
  cellStates,
  isPending,
  NEW_CELL,
  pendingStates,
  type RestingState,
} from './state.ts'
export { type CellEvent, cellEvents, type Moved, statesFor, transition, transitions } from './transition.ts'
