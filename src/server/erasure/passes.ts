import type { UnderWay } from '../../contract/index.ts'
import type { RunningDeletion } from './running-deletion.ts'
import { nextStage, type Stage, stages } from './stages.ts'
import type { Key } from './text-queries.ts'
import { findWork, firstRequestSince } from './work-queries.ts'

/** Milliseconds by which clocks of processes may differ. */
const clockDifference = 60_000

/** The position of a deletion. At the stage `storage` all rows are deleted, and their bytes are overwritten next. */
export interface Position {
  readonly stage: Stage | 'storage'
  readonly after: Key | null
  /**
   * The second pass searches again, because running work and new requests may have written texts after the first pass
   * read a table.
   */
  readonly pass?: 1 | 2
  /** Time in milliseconds: the second pass searches the requests that arrived since. */
  readonly since?: number
  /** True if work was running when the first pass began. */
  readonly isBusy?: boolean
}

export const firstPosition: Position = { stage: stages[0]!, after: null }

/**
 * Starts the first pass. If an older version began the deletion, the second pass searches everything, because this pass
 * sees only a part.
 */
export async function firstPass(
  { store, workspace, now }: RunningDeletion,
  position: Position,
): Promise<Position> {
  if (position.pass !== undefined) return position
  const isFirst = position.stage === stages[0] && position.after === null
  const isBusy = !isFirst || (await findWork(store, workspace, now())).length > 0
  return { ...position, pass: 1, since: isFirst ? now() - clockDifference : 0, isBusy }
}

interface NextPosition {
  readonly position: Position
  /** Set after the last stage: the work that is still running. */
  readonly underWay?: UnderWay[]
}

/** Returns the position at which a deletion continues after a stage. */
export async function afterStage(
  deletion: RunningDeletion,
  position: Position,
  stage: Stage,
): Promise<NextPosition> {
  const { store, workspace, now } = deletion
  const next = nextStage(stage)
  if (next !== 'storage') {
    const isRepeated = position.pass === 2 && next === 'requests'
    return {
      position: {
        ...position,
        stage: next,
        after: isRepeated ? await keyBeforeNewRequests(deletion, position) : null,
      },
    }
  }
  const work = await findWork(store, workspace, now())
  if (position.pass === 1) {
    const isNeeded =
      position.isBusy || work.length > 0 || (await firstNewRequest(deletion, position)) !== null
    if (isNeeded) return { position: { ...position, ...firstPosition, pass: 2 } }
  }
  return { position: { ...position, stage: next, after: null }, underWay: work }
}

/**
 * The lowest id of the requests that arrived since the first pass began. Several processes give out ids, so a later
 * request may have a lower id.
 */
const firstNewRequest = (
  { store, workspace }: RunningDeletion,
  { since = 0 }: Position,
): Promise<number | null> => firstRequestSince(store, workspace, since)

async function keyBeforeNewRequests(deletion: RunningDeletion, position: Position): Promise<Key> {
  const first = await firstNewRequest(deletion, position)
  return [first === null ? Number.MAX_SAFE_INTEGER : first - 1]
}
