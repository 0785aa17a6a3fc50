import { setImmediate } from 'node:timers/promises'
import { putNewest } from '../caches/put-newest.ts'

/** Answers that are sent without waiting after a turn in which only one answer waited. */
const maxAnswersAtOnce = 15
const maxWorkspaces = 1_000

interface Turn {
  /** Null unless an answer waits for the end of this turn. */
  ending: Promise<void> | null
  waiting: number
  /**
   * Answers that are still sent without waiting. The answer after them waits, to see whether others come in its turn.
   */
  answersAtOnce: number
}

const turns = new Map<number, Turn>()

/**
 * Resolves when the event loop has handled the input that it has now, at once for all answers of the workspace in this turn.
 * Null if the workspace has lately had one call at a time.
 */
export function endOfTurn(workspace: number): Promise<void> | null {
  const turn = turns.get(workspace) ?? { ending: null, waiting: 0, answersAtOnce: 0 }
  if (!turns.has(workspace)) putNewest(turns, maxWorkspaces, workspace, turn)
  if (!turn.ending && turn.answersAtOnce > 0) {
    turn.answersAtOnce--
    return null
  }
  turn.waiting++
  turn.ending ??= setImmediate().then(() => {
    turn.answersAtOnce = turn.waiting === 1 ? maxAnswersAtOnce : 0
    turn.waiting = 0
    turn.ending = null
  })
  return turn.ending
}
