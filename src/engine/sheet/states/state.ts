/** States of a stored cell. The wire has one more, RUNNING: see decision 139. */
export const cellStates = ['STALE', 'QUEUED', 'DISPATCHED', 'COMPLETED', 'FAILED'] as const

export type CellState = (typeof cellStates)[number]

/** States of cells outside runs. */
export const restingStates = ['STALE', 'COMPLETED', 'FAILED'] as const satisfies readonly CellState[]

export type RestingState = (typeof restingStates)[number]

export const pendingStates = ['QUEUED', 'DISPATCHED'] as const satisfies readonly CellState[]

export type PendingState = (typeof pendingStates)[number]

/** The state of one computed cell. Cells of TEXT columns have no state: they always count as COMPLETED. */
export interface CellStatus {
  readonly state: CellState
  /** State after a cancelled run; outside runs it equals `state`. */
  readonly resting: RestingState
  /** A person must answer. The cell is shown as STALE, not counted and never run. */
  readonly awaiting: boolean
}

export const NEW_CELL: CellStatus = { state: 'STALE', resting: 'STALE', awaiting: false }

export const isPending = (state: CellState): state is PendingState =>
  state === 'QUEUED' || state === 'DISPATCHED'

/** Properties of stored content that determine the state outside runs. */
export interface Content {
  /** An input has changed since the cell was computed. */
  readonly isStale: boolean
  readonly hasError: boolean
}

export function stateOfContent({ isStale, hasError }: Content): RestingState {
  if (isStale) return 'STALE'
  return hasError ? 'FAILED' : 'COMPLETED'
}
