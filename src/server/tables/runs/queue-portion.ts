import type { Context } from '../../context.ts'
import type { SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Ending, JobHandler, Lease } from '../../jobs/index.ts'
import { addStoredCells, selectColumns } from '../column-queries.ts'
import { appendNotes } from '../live/change-queries.ts'
import { beginChangeByNumber } from '../sheet-queries.ts'
import { failRun } from './fail-run.ts'
import { type CellsAsked, countAsked, queueCells } from './queue-queries.ts'
import { batchJobs, type QueuePayload, queueJobKind } from './run-jobs.ts'
import { findOperation, finishBatch, markOnce } from './run-queries.ts'

/** Queues what a run computes in some rows, with the jobs that compute it. */
export const cellQueueing = (context: Context): JobHandler => ({
  kind: queueJobKind,
  async run(lease): Promise<Ending> {
    await lease.commit((tx) => queuePortion(tx, context, lease))
    context.jobs.wake()
    return { kind: 'done' }
  },
  failed: (tx, job) => failRun(tx, job, context.now()),
})

async function queuePortion(tx: Tx, { jobs, now }: Context, { workspace, payload }: Lease): Promise<void> {
  const { asked, portion, batches, ...run } = payload as QueuePayload
  const { operation, sheet: number, execution } = run
  // Below all numbers of batches: a worker that was lost after its commit must not queue them again.
  if (!(await markOnce(tx, workspace, operation, -1 - portion))) return
  const found = await findOperation(tx, workspace, operation)
  if (found?.status !== 'queued' && found?.status !== 'running') return
  const sheet = await beginChangeByNumber(tx, workspace, number, now())
  const count = sheet && sheet.deleted_at === null ? await queueAsked(tx, sheet, asked, execution) : 0
  if (sheet && count > 0) await appendNotes(tx, sheet, [{ columns: run.columns, rows: 'all' }])
  if (count > 0) await jobs.enqueue(tx, workspace, batchJobs(run, batches))
  else for (const { number: batch } of batches) await finishBatch(tx, workspace, operation, batch, now())
}

async function queueAsked(tx: Tx, sheet: SheetRow, asked: readonly CellsAsked[], execution: string) {
  const columns = await selectColumns(tx, sheet.workspace_id as WorkspaceId, [sheet.number])
  const there = new Set(columns.map((column) => column.number))
  let count = 0
  for (const cells of asked) {
    const present = { ...cells, columns: cells.columns.filter((column) => there.has(column)) }
    if (present.columns.length === 0) continue
    if (present.states.includes('STALE')) await countStored(tx, sheet, present)
    count += await queueCells(tx, sheet, present, execution)
  }
  return count
}

/** Queueing stores the cells that were never computed. */
async function countStored(tx: Tx, sheet: SheetRow, cells: CellsAsked): Promise<void> {
  const { unstored } = await countAsked(tx, sheet, cells)
  const { workspace_id, number: sheetNumber } = sheet
  for (const [number, added] of unstored)
    await addStoredCells(tx, { workspace_id, sheet: sheetNumber, number }, added)
}
