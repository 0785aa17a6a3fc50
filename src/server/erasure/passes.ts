import type { UnderWay } from '../../contract/index.ts'
import type { Erasing } from './erasing.ts'
import { nextStage, type Stage, stages } from './stages.ts'
import type { Key } from './text-queries.ts'
import { findWork, firstRequestSince } from './work-queries.ts'

/** Milliseconds by which clocks of processes may differ. */
const clockDifference = 60_000

/** Stage of a deletion. `storage`: everything is deleted, and its bytes are overwritten. */
export interface Position {
  readonly stage: Stage | 'storage'
  readonly after: Key | null
  /** The second pass searches again for texts that work under way, and new requests, wrote after the first pass. */
  readonly pass?: 1 | 2
  /** Requests that arrived from this time on are searched by the second pass; in milliseconds. */
  readonly since?: number
  /** Work was under way when the first pass began. */
  readonly isBusy?: boolean
}

export const firstPosition: Position = { stage: stages[0]!, after: null }

/** A deletion that an older version began has searched a part: the second pass searches everything. */
export async function firstPass({ store, workspace, now }: Erasing, position: Position): Promise<Position> {
  if (position.pass !== undefined) return position
  const isFirst = position.stage === stages[0] && position.after === null
  const isBusy = !isFirst || (await findWork(store, workspace, now())).length > 0
  return { ...position, pass: 1, since: isFirst ? now() - clockDifference : 0, isBusy }
}

interface Behind {
  readonly position: Position
  /** Behind the last stage. */
  readonly underWay?: UnderWay[]
}

/** The position at which a deletion continues after a stage. */
export async function afterStage(erasing: Erasing, position: Position, stage: Stage): Promise<Behind> {
  const { store, workspace, now } = erasing
  const next = nextStage(stage)
  if (next !== 'storage') {
    const isAgain = position.pass === 2 && next === 'requests'
    return {
      position: { ...position, stage: next, after: isAgain ? await beforeNew(erasing, position) : null },
    }
  }
  const work = await findWork(store, workspace, now())
  if (position.pass === 1) {
    const isNeeded = position.isBusy || work.length > 0 || (await firstOfNew(erasing, position)) !== null
    if (isNeeded) return { position: { ...position, ...firstPosition, pass: 2 } }
  }
  return { position: { ...position, stage: next, after: null }, underWay: work }
}

/** The first of the requests that arrived since the first pass began. Ids of several processes do not grow with time. */
const firstOfNew = ({ store, workspace }: Erasing, { since = 0 }: Position): Promise<number | null> =>
  firstRequestSince(store, workspace, since)

async function beforeNew(erasing: Erasing, position: Position): Promise<Key> {
  const first = await firstOfNew(erasing, position)
  return [first === null ? Number.MAX_SAFE_INTEGER : first - 1]
}
