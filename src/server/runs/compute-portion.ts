import type { Context } from '../context.ts'
import { ConditionFailedError, enqueueCondition, type Tx, together } from '../db/index.ts'
import { isDone, type Lease } from '../jobs/index.ts'
import { Pace } from '../pace.ts'
import { beginningChange, beginningForeseen, loadSheetByNumber } from '../sheets/index.ts'
import { foresee, sending } from './foreseen.ts'
import { type LoadedBatch, loadBatch } from './load-batch.ts'
import { resolver } from './resolver.ts'
import type { QueuePayload } from './run-jobs.ts'
import {
  beginPortion,
  countFinished,
  countWritten,
  finishBatch,
  lookingIfNarrowed,
  markingBatch,
  markingPortion,
  unlessNarrowed,
} from './run-queries.ts'
import { computeUnqueued, NotAsRead, storeUnqueued, type Unqueued } from './unqueued.ts'
import { changesSince, isUntouchedBy } from './untouched.ts'

/** Thrown to undo a change that has nothing to do: the portion was written before. */
class Written extends Error {}

/**
 * Computes a portion of cells that wait for nobody without queueing them, and stores them in one change: half the
 * writing of a large run. Only where that change finds everything as it was read; otherwise, or when a cell has to
 * wait for another run, nothing has happened and the answer is false.
 */
export async function computePortion(context: Context, lease: Lease): Promise<boolean> {
  const { store, now } = context
  const { workspace } = lease
  const payload = lease.payload as QueuePayload
  const { operation, execution, sheet, columns } = payload
  const resolve = resolver(context, workspace)
  const rows = payload.batches.flatMap((batch) => batch.rows)
  const loaded = await loadSheetByNumber(store.db, workspace, sheet)
  const what = { sheet, execution: null, rows, columns }
  const batch = loaded && (await loadBatch(store, workspace, what, resolve, loaded))
  const unqueued = batch && (await computeUnqueued(batch, payload.asked, lease.signal))
  if (!unqueued) return false
  // The change is one piece of 3 ms: not behind a slice of computing.
  await new Pace().pause()
  if (await writeForeseen(context, lease, unqueued)) return true
  const setting = { store, workspace, operation, execution, resolve, now }
  try {
    await lease.finish(async (tx) => {
      if (unqueued.count === 0) return passOver(tx, context, lease)
      const { sheet, finished } = await begin(tx, context, lease, unqueued.batch)
      const tally = await storeUnqueued(tx, setting, sheet, unqueued)
      await countWritten(tx, workspace, operation, tally, now())
      await countFinished(tx, workspace, operation, finished, now())
    })
    return true
  } catch (error) {
    if (error instanceof NotAsRead) return false
    if (error instanceof Written) return true
    throw error
  }
}

/**
 * Sends the change in one piece, with conditions for all that it would have asked: on SQLite the one writer would
 * wait for the event loop to hear the answers and to go on. False where it cannot be foreseen, or did not come so.
 */
async function writeForeseen(context: Context, lease: Lease, unqueued: Unqueued): Promise<boolean> {
  const { store, now } = context
  const { workspace, payload } = lease
  const { operation, execution, portion, batches } = payload as QueuePayload
  if (store.dialect !== 'sqlite' || unqueued.count === 0) return false
  const setting = { store, workspace, operation, execution, resolve: resolver(context, workspace), now }
  let over = () => {}
  try {
    await lease.finish(async (tx) => {
      const foreseen = await foresee(store, unqueued.batch, now())
      if (!foreseen) throw new NotAsRead()
      const { sheet, after } = foreseen
      over = sending(unqueued.batch, sheet, lease.id)
      const beginning = unlessNarrowed(beginningForeseen(tx, sheet), workspace, operation)
      await enqueueCondition(tx, after === null ? beginning : beginning.where(isDone(workspace, after)))
      await enqueueCondition(tx, markingPortion(tx, workspace, operation, portion))
      for (const { number } of batches)
        await enqueueCondition(tx, markingBatch(tx, workspace, operation, number))
      const tally = await storeUnqueued(tx, setting, sheet, unqueued)
      await countWritten(tx, workspace, operation, tally, now())
      await countFinished(tx, workspace, operation, batches.length, now())
    })
    return true
  } catch (error) {
    if (error instanceof NotAsRead || error instanceof ConditionFailedError) return false
    throw error
  } finally {
    over()
  }
}

/** A portion without any cell to compute changes nothing of the sheet. */
async function passOver(tx: Tx, { now }: Context, { workspace, payload }: Lease) {
  const { operation, portion, batches } = payload as QueuePayload
  if (!(await beginPortion(tx, workspace, operation, portion))) throw new Written()
  if (await lookingIfNarrowed(tx, workspace, operation).executeTakeFirst()) throw new NotAsRead()
  for (const { number } of batches) await finishBatch(tx, workspace, operation, number, now())
}

/** All that the change has to know before it writes, asked at once: the writer waits for the answers. */
async function begin(tx: Tx, { now }: Context, { workspace, payload }: Lease, batch: LoadedBatch) {
  const { operation, portion, sheet, batches } = payload as QueuePayload
  const [first, narrowed, change, changes, ...marks] = await together(tx, [
    markingPortion(tx, workspace, operation, portion),
    lookingIfNarrowed(tx, workspace, operation),
    beginningChange(tx, workspace, sheet, now()),
    changesSince(tx, batch),
    ...batches.map(({ number }) => markingBatch(tx, workspace, operation, number)),
  ])
  if (!hasChanged(first)) throw new Written()
  const [begun] = change.rows
  if (narrowed.rows.length > 0 || !begun || begun.deleted_at !== null) throw new NotAsRead()
  if (!isUntouchedBy(changes.rows, batch, begun)) throw new NotAsRead()
  return { sheet: begun, finished: marks.filter(hasChanged).length }
}

const hasChanged = ({ numAffectedRows }: { readonly numAffectedRows?: bigint }) =>
  numAffectedRows !== undefined && numAffectedRows > 0n
