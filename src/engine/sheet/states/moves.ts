import { type CellState, pendingStates, restingStates } from './state.ts'

/** `resting`: the state before the cell was queued. `content`: the state that follows from value, error and staleness. */
export type Target = CellState | 'resting' | 'content'

/** Values that a move gives the fields of a cell. Fields that are missing are kept. */
export interface WrittenFields {
  readonly awaiting?: boolean
  /** Run that may write the cell. */
  readonly execution?: 'run' | null
  /** A higher generation takes the right to write away from every run that has read the cell. */
  readonly generation?: 'next' | 'next if pending' | 'next if of another run'
  /** Stored state of a computation in several steps. */
  readonly progress?: null
  readonly value?: null
  readonly evidence?: null
  readonly error?: null
  readonly inputHash?: null
  readonly computedVersion?: 'now' | null
  /** Version of the content. `now if saved as stale`: a saved version has the same content as stale. */
  readonly since?: 'now' | 'now if saved as stale'
  /** Version at which the content became stale. `as of then`: only if it was stale at the restored version. */
  readonly staleSince?: 'now' | 'as of then' | null
  readonly updatedAt?: 'now'
}

export interface Move {
  /** Target by former state. In a state without a target the event has no effect. */
  readonly to: Readonly<Partial<Record<CellState, Target>>>
  /** The `resting` of a cell that is pending after the move; kept if missing. At rest it equals the state. */
  readonly resting?: 'former state' | 'STALE'
  /** The event has no effect on cells that wait for a person's answer. */
  readonly skipsAwaiting?: true
  readonly writes: WrittenFields
  /** Events for the cells downstream: `invalidate` if the value has changed, `revive` in any case. */
  readonly dependants?: readonly ('invalidate' | 'revive')[]
}

const each = <From extends CellState>(states: readonly From[], target: Target) =>
  Object.fromEntries(states.map((state) => [state, target])) as Readonly<Record<From, Target>>

const queue = {
  to: each(restingStates, 'QUEUED'),
  resting: 'former state',
  skipsAwaiting: true,
  writes: { execution: 'run', generation: 'next', progress: null, updatedAt: 'now' },
} as const satisfies Move

const invalidate = {
  to: { ...each(pendingStates, 'QUEUED'), COMPLETED: 'STALE', FAILED: 'STALE' },
  resting: 'STALE',
  writes: { generation: 'next if pending', staleSince: 'now', updatedAt: 'now' },
} as const satisfies Move

const noRun = { execution: null, progress: null } as const
const versionMarks = { computedVersion: 'now', since: 'now', staleSince: null, updatedAt: 'now' } as const

/**
 * All moves of a cell: the SQL that moves stored cells is generated from this table, and `transition` moves cells in
 * memory by it.
 */
const moves = {
  /** A run will compute the cell. */
  queue,
  /** As `queue`, in the transaction that also writes the result: it keeps the generation. */
  take: { ...queue, writes: { execution: 'run', progress: null, updatedAt: 'now' } },
  /** A cell of another run waits for a new input. */
  restart: {
    to: each(pendingStates, 'QUEUED'),
    writes: { generation: 'next', progress: null, updatedAt: 'now' },
  },
  /** A call of the cell has begun. */
  dispatch: { to: { QUEUED: 'DISPATCHED' }, writes: {} },
  /** The provider refused the call, which waits for its next attempt. */
  wait: { to: { DISPATCHED: 'QUEUED' }, writes: {} },
  complete: {
    to: each(pendingStates, 'COMPLETED'),
    writes: { progress: null, error: null, ...versionMarks },
    dependants: ['invalidate', 'revive'],
  },
  fail: {
    to: each(pendingStates, 'FAILED'),
    writes: { progress: null, inputHash: null, evidence: null, ...versionMarks },
    dependants: ['invalidate'],
  },
  /** The inputs equal those of the stored value, so the run keeps it. */
  keep: {
    to: each(pendingStates, 'COMPLETED'),
    writes: { progress: null, since: 'now if saved as stale', staleSince: null, updatedAt: 'now' },
    dependants: ['revive'],
  },
  /** As `keep`, for a cell outside runs. */
  revive: {
    to: { STALE: 'COMPLETED' },
    skipsAwaiting: true,
    writes: { since: 'now if saved as stale', staleSince: null, updatedAt: 'now' },
  },
  /** An input is stale, and no run computes it. */
  block: {
    to: each(pendingStates, 'STALE'),
    writes: { progress: null, awaiting: false, updatedAt: 'now' },
  },
  /** A person must answer. */
  await: {
    to: each(pendingStates, 'STALE'),
    writes: { progress: null, awaiting: true, updatedAt: 'now' },
  },
  /** The budget of the run does not cover the cell. */
  skip: { to: each(pendingStates, 'resting'), writes: { progress: null, updatedAt: 'now' } },
  cancel: {
    to: each(pendingStates, 'resting'),
    writes: { ...noRun, generation: 'next', updatedAt: 'now' },
  },
  /** An input or the column has changed. */
  invalidate,
  /** As `invalidate`, caused by a result of a run, which may still write its own pending cells. */
  'invalidate by run': {
    ...invalidate,
    writes: { ...invalidate.writes, generation: 'next if of another run' },
  },
  /** A person has answered. */
  answer: {
    to: { ...each(restingStates, 'COMPLETED'), ...each(pendingStates, 'COMPLETED') },
    writes: { ...noRun, awaiting: false, evidence: null, error: null, inputHash: null, ...versionMarks },
    dependants: ['invalidate'],
  },
  /** A person has removed the answer. */
  withdraw: {
    to: { ...each(restingStates, 'STALE'), ...each(pendingStates, 'STALE') },
    writes: {
      ...noRun,
      awaiting: true,
      value: null,
      evidence: null,
      error: null,
      inputHash: null,
      ...versionMarks,
      computedVersion: null,
    },
    dependants: ['invalidate'],
  },
  /** The sheet was restored to a saved version. COMPLETED cells have been restored before and do not move. */
  restore: {
    to: { STALE: 'content', ...each(pendingStates, 'content'), FAILED: 'content' },
    writes: { ...noRun, generation: 'next', staleSince: 'as of then' },
  },
} as const satisfies Record<string, Move>

export type CellEvent = keyof typeof moves

export const cellEvents = Object.keys(moves) as CellEvent[]

export const moveOf = (event: CellEvent): Move => moves[event]

/** States in which the event moves a cell. */
export const statesFor = (event: CellEvent): CellState[] => Object.keys(moves[event].to) as CellState[]
