/** States of a stored cell. The wire has one more, RUNNING: see decision 139. */
export const cellStates = ['STALE', 'QUEUED', 'DISPATCHED', 'COMPLETED', 'FAILED'] as const

export type CellState = (typeof cellStates)[number]

/** States in which nothing is under way. */
export const restingStates = ['STALE', 'COMPLETED', 'FAILED'] as const satisfies readonly CellState[]

export type RestingState = (typeof restingStates)[number]

export const pendingStates = ['QUEUED', 'DISPATCHED'] as const satisfies readonly CellState[]

export type PendingState = (typeof pendingStates)[number]

/** Where one computed cell stands. Cells of TEXT columns have no state: they always count as COMPLETED. */
export interface CellStatus {
  readonly state: CellState
  /** State that a cancelled run falls back to; equal to `state` while nothing is under way. */
  readonly resting: RestingState
  /** A person has to answer. Shown as STALE, left out of counts and never run. */
  readonly awaiting: boolean
}

export const NEW_CELL: CellStatus = { state: 'STALE', resting: 'STALE', awaiting: false }

export const isPending = (state: CellState): state is PendingState =>
  state === 'QUEUED' || state === 'DISPATCHED'

/** What a stored value or error says of the state, while nothing is under way. */
export interface Content {
  /** An input has changed since the cell was computed. */
  readonly isStale: boolean
  readonly hasError: boolean
}

export function stateOfContent({ isStale, hasError }: Content): RestingState {
  if (isStale) return 'STALE'
  return hasError ? 'FAILED' : 'COMPLETED'
}
