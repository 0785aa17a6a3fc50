import type { CellState, CellStatus, RestingState } from './state.ts'

/**
 * What can happen to a cell.
 * - edit: a person wrote or answered it.
 * - upstream changed: an input has another value, or is stale now.
 * - config changed: the column, or what it refers to, is another.
 * - unchanged: its stored input hash equals the one of its inputs now, so its value holds.
 * - queue, dispatch, start: a run was asked for; a worker was given it; the worker began.
 * - finish same, finish changed: the run has a value, equal to the one before or not.
 * - fail: the run failed. upstream failed: it was never started, because an input has no value.
 * - blocked: it waits for an input that nobody computes.
 * - await: the run found that a person has to answer.
 * - cancel; lost worker: the lease of the run is over.
 */
export const cellEvents = [
  ...['edit', 'upstream changed', 'config changed', 'unchanged', 'queue', 'dispatch', 'start'],
  ...[
    'finish same',
    'finish changed',
    'fail',
    'upstream failed',
    'blocked',
    'await',
    'cancel',
    'lost worker',
  ],
] as readonly CellEvent[]

export type CellEvent =
  | 'edit'
  | 'upstream changed'
  | 'config changed'
  | 'unchanged'
  | 'queue'
  | 'dispatch'
  | 'start'
  | 'finish same'
  | 'finish changed'
  | 'fail'
  | 'upstream failed'
  | 'blocked'
  | 'await'
  | 'cancel'
  | 'lost worker'

/** 'resting' is wherever the cell was before it was queued. */
type Target = CellState | 'resting'

/** The only table of moves; what is not in it is illegal. */
export const transitions: Readonly<Record<CellEvent, Readonly<Partial<Record<CellState, Target>>>>> = {
  edit: { STALE: 'COMPLETED', COMPLETED: 'COMPLETED', FAILED: 'COMPLETED' },
  'upstream changed': {
    ...{ STALE: 'STALE', COMPLETED: 'STALE', FAILED: 'STALE' },
    ...{ QUEUED: 'QUEUED', DISPATCHED: 'QUEUED', RUNNING: 'QUEUED' },
  },
  'config changed': {
    ...{ STALE: 'STALE', COMPLETED: 'STALE', FAILED: 'STALE' },
    ...{ QUEUED: 'QUEUED', DISPATCHED: 'QUEUED', RUNNING: 'QUEUED' },
  },
  unchanged: { STALE: 'COMPLETED', QUEUED: 'COMPLETED' },
  queue: { STALE: 'QUEUED', COMPLETED: 'QUEUED', FAILED: 'QUEUED' },
  dispatch: { QUEUED: 'DISPATCHED' },
  start: { DISPATCHED: 'RUNNING' },
  'finish same': { RUNNING: 'COMPLETED' },
  'finish changed': { RUNNING: 'COMPLETED' },
  fail: { DISPATCHED: 'FAILED', RUNNING: 'FAILED' },
  'upstream failed': { QUEUED: 'FAILED' },
  blocked: { QUEUED: 'STALE' },
  await: { DISPATCHED: 'STALE', RUNNING: 'STALE' },
  cancel: { QUEUED: 'resting', DISPATCHED: 'resting', RUNNING: 'resting' },
  'lost worker': { DISPATCHED: 'QUEUED', RUNNING: 'QUEUED' },
}

/** Whoever holds the lease must be told that its result will not be taken. */
const abandoning = new Set<CellEvent>(['upstream changed', 'config changed', 'cancel', 'lost worker'])

/** Events after which the cell's last value no longer counts, so that a cancelled run ends STALE. */
const outdating = new Set<CellEvent>(['upstream changed', 'config changed'])

export interface Moved extends CellStatus {
  /** A run was under way and is not any more: its execution id is void. */
  readonly abandoned: boolean
}

/** Where the event leads; null when it is illegal in that state. */
export function transition(status: CellStatus, event: CellEvent): Moved | null {
  const target = transitions[event][status.state]
  if (target === undefined) return null
  const inFlight = status.state === 'DISPATCHED' || status.state === 'RUNNING'
  const state = target === 'resting' ? status.resting : target
  return {
    state,
    resting: restingAfter(status, event, state),
    awaiting: event === 'await' || (status.awaiting && state === 'STALE'),
    abandoned: inFlight && abandoning.has(event),
  }
}

/** The states in which an event is legal: the WHERE of an UPDATE over many cells. */
export function statesFor(event: CellEvent): CellState[] {
  return Object.keys(transitions[event]) as CellState[]
}

function restingAfter(status: CellStatus, event: CellEvent, state: CellState): RestingState {
  if (state === 'STALE' || state === 'COMPLETED' || state === 'FAILED') return state
  return outdating.has(event) ? 'STALE' : status.resting
}
