export { type CellState, type CellStatus, cellStates, NEW_CELL, type RestingState } from './state.ts'
