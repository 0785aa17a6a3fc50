import { type CellEvent, moveOf } from './moves.ts'
import { type CellState, type CellStatus, isPending, type RestingState } from './state.ts'

/** Status after an event; null if the event has no effect. `content` is the target of `restore`. */
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
  // Only cells at rest are queued.
  return { state, resting: resting === 'STALE' ? resting : (status.state as RestingState), awaiting }
}

/** Whether the event revokes the right to write of the run that computes the cell. */
export function endsRun(state: CellState, event: CellEvent, isOwnRun: boolean): boolean {
  const { generation } = moveOf(event).writes
  if (generation === undefined) return false
  return generation === 'next' || (isPending(state) && (generation === 'next if pending' || !isOwnRun))
}
