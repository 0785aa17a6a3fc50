import type { Context } from '../context.ts'
import { ConditionFailedError, enqueueCondition, queryTogether, type Tx } from '../db/index.ts'
import { isDone, type Lease } from '../jobs/index.ts'
import { Pace } from '../pacing/pace.ts'
import { beginningChange, beginningPredicted, loadSheetByNumber } from '../sheets/storage/index.ts'
import {
  beginPortion,
  findingPartlyCancelled,
  markingBatch,
  markingPortion,
  unlessPartlyCancelled,
} from './batch-marker-queries.ts'
import { changesSince, isUnaffectedBy } from './changes-since-read.ts'
import { ChangedSinceRead, computeUnqueued, storeUnqueued, type UnqueuedResults } from './compute-unqueued.ts'
import { type LoadedBatch, loadBatch } from './load-batch.ts'
import { predictSheet, registerSent } from './predicted-sheet.ts'
import { resolver } from './resolver.ts'
import type { QueuePayload } from './run-jobs.ts'
import { countFinished, countWritten, finishBatch } from './run-queries.ts'

/** Rolls back a change whose portion was written already. */
class AlreadyWritten extends Error {}

/**
 * Computes a portion of cells without external calls, and stores them in one change without queueing, which halves the
 * writes of a large run. If data changed since it was read, or a cell waits for another run, nothing is written and the
 * result is false.
 */
export async function computePortion(context: Context, lease: Lease): Promise<boolean> {
  const { store, now } = context
  const { workspace } = lease
  const payload = lease.payload as QueuePayload
  const { operation, execution, sheet, columns } = payload
  const resolve = resolver(context, workspace)
  const rows = payload.batches.flatMap((batch) => batch.rows)
  const loaded = await loadSheetByNumber(store.db, workspace, sheet)
  const scope = { sheet, execution: null, rows, columns }
  const batch = loaded && (await loadBatch(store, workspace, scope, resolve, loaded))
  const unqueued = batch && (await computeUnqueued(batch, payload.asked, lease.signal))
  if (!unqueued) return false
  // Writing blocks the event loop for 3 ms, so it gets a separate turn.
  await new Pace().pause()
  if (await writePredicted(context, lease, unqueued)) return true
  const setting = { store, workspace, operation, execution, resolve, now }
  try {
    await lease.finish(async (tx) => {
      if (unqueued.count === 0) return skipPortion(tx, context, lease)
      const { sheet, finished } = await begin(tx, context, lease, unqueued.batch)
      const tally = await storeUnqueued(tx, setting, sheet, unqueued)
      await countWritten(tx, workspace, operation, tally, now())
      await countFinished(tx, workspace, operation, finished, now())
    })
    return true
  } catch (error) {
    if (error instanceof ChangedSinceRead) return false
    if (error instanceof AlreadyWritten) return true
    throw error
  }
}

/**
 * Sends the change as one unit with conditions, so that SQLite's writer does not wait for the event loop. False if the
 * state of the sheet cannot be predicted or differs from the prediction.
 */
async function writePredicted(context: Context, lease: Lease, unqueued: UnqueuedResults): Promise<boolean> {
  const { store, now } = context
  const { workspace, payload } = lease
  const { operation, execution, portion, batches } = payload as QueuePayload
  if (store.dialect !== 'sqlite' || unqueued.count === 0) return false
  const setting = { store, workspace, operation, execution, resolve: resolver(context, workspace), now }
  let unregister = () => {}
  try {
    await lease.finish(async (tx) => {
      const predicted = await predictSheet(store, unqueued.batch, now())
      if (!predicted) throw new ChangedSinceRead()
      const { sheet, previousJob } = predicted
      unregister = registerSent(unqueued.batch, sheet, lease.id)
      const beginning = unlessPartlyCancelled(beginningPredicted(tx, sheet), workspace, operation)
      await enqueueCondition(
        tx,
        previousJob === null ? beginning : beginning.where(isDone(workspace, previousJob)),
      )
      await enqueueCondition(tx, markingPortion(tx, workspace, operation, portion))
      for (const { number } of batches)
        await enqueueCondition(tx, markingBatch(tx, workspace, operation, number))
      const tally = await storeUnqueued(tx, setting, sheet, unqueued)
      await countWritten(tx, workspace, operation, tally, now())
      await countFinished(tx, workspace, operation, batches.length, now())
    })
    return true
  } catch (error) {
    if (error instanceof ChangedSinceRead || error instanceof ConditionFailedError) return false
    throw error
  } finally {
    unregister()
  }
}

/** Marks a portion without cells to compute; the sheet does not change. */
async function skipPortion(tx: Tx, { now }: Context, { workspace, payload }: Lease) {
  const { operation, portion, batches } = payload as QueuePayload
  if (!(await beginPortion(tx, workspace, operation, portion))) throw new AlreadyWritten()
  if (await findingPartlyCancelled(tx, workspace, operation).executeTakeFirst()) throw new ChangedSinceRead()
  for (const { number } of batches) await finishBatch(tx, workspace, operation, number, now())
}

/** Reads everything that the change needs in one message, because the writer waits for the result. */
async function begin(tx: Tx, { now }: Context, { workspace, payload }: Lease, batch: LoadedBatch) {
  const { operation, portion, sheet: number, batches } = payload as QueuePayload
  const [first, partlyCancelled, change, changes, ...marks] = await queryTogether(tx, [
    markingPortion(tx, workspace, operation, portion),
    findingPartlyCancelled(tx, workspace, operation),
    beginningChange(tx, workspace, number, now()),
    changesSince(tx, batch),
    ...batches.map(({ number }) => markingBatch(tx, workspace, operation, number)),
  ])
  if (!changedRows(first)) throw new AlreadyWritten()
  const [sheet] = change.rows
  if (partlyCancelled.rows.length > 0 || !sheet || sheet.deleted_at !== null) throw new ChangedSinceRead()
  if (!isUnaffectedBy(changes.rows, batch, sheet)) throw new ChangedSinceRead()
  return { sheet, finished: marks.filter(changedRows).length }
}

const changedRows = ({ numAffectedRows }: { readonly numAffectedRows?: bigint }) =>
  numAffectedRows !== undefined && numAffectedRows > 0n
