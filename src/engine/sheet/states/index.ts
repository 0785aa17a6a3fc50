/** The states of a cell and the one table of their moves. */

export {
  type CellEvent,
  cellEvents,
  moveOf,
  statesFor,
  type Target,
} from './moves.ts'
export {
  type CellState,
  type CellStatus,
  cellStates,
  isPending,
  NEW_CELL,
  pendingStates,
  type RestingState,
  restingStates,
  stateOfContent,
} from './state.ts'
export { endsRun, transition } from './transition.ts'
