export const cellStates = ['STALE', 'QUEUED', 'DISPATCHED', 'RUNNING', 'COMPLETED', 'FAILED'] as const

export type CellState = (typeof cellStates)[number]

/** States in which nothing is under way. */
export type RestingState = 'STALE' | 'COMPLETED' | 'FAILED'

export const pendingStates = ['QUEUED', 'DISPATCHED', 'RUNNING'] as const satisfies readonly CellState[]

/** Where one computed cell stands. Cells of TEXT columns have no state: they always count as COMPLETED. */
export interface CellStatus {
  readonly state: CellState
  /** Where a cancelled run falls back to; equal to `state` while nothing is under way. */
  readonly resting: RestingState
  /** A person has to answer. Shown as STALE, left out of counts and never run. */
  readonly awaiting: boolean
}

export const NEW_CELL: CellStatus = { state: 'STALE', resting: 'STALE', awaiting: false }

export const isPending = (state: CellState): boolean =>
  state !== 'STALE' && state !== 'COMPLETED' && state !== 'FAILED'
