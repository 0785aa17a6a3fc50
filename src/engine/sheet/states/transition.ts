import { type CellEvent, moveOf } from './moves.ts'
import { type CellState, type CellStatus, isPending, type RestingState } from './state.ts'

/** What `restore` makes of a cell is given as `content`. Null where the event changes nothing. */
export function transition(
  status: CellStatus,
  event: CellEvent,
  content: RestingState = 'STALE',
): CellStatus | null {
  const { to, resting, skipsAwaiting, writes } = moveOf(event)
  const target = to[status.state]
  if (target === undefined || (skipsAwaiting && status.awaiting)) return null
  const awaiting = writes.awaiting ?? status.awaiting
  const state = target === 'resting' ? status.resting : target === 'content' ? content : target
  if (!isPending(state)) return { state, resting: state, awaiting }
  if (resting === undefined) return { state, resting: status.resting, awaiting }
  // A cell that a move queues is at rest before it.
  return { state, resting: resting === 'STALE' ? resting : (status.state as RestingState), awaiting }
}

/** Whether the event takes the right to write away from the run that has the cell. */
export function endsRun(state: CellState, event: CellEvent, isOwnRun: boolean): boolean {
  const { generation } = moveOf(event).writes
  if (generation === undefined) return false
  return generation === 'next' || (isPending(state) && (generation === 'next if pending' || !isOwnRun))
}
