import type { Context } from '../context.ts'
import {
  ConditionFailedError,
  enqueueCondition,
  queryTogether,
  type SheetColumnRow,
  type SheetRow,
  type Tx,
} from '../db/index.ts'
import type { Ending, JobHandler, Lease } from '../jobs/index.ts'
import type { Permits } from '../pacing/permits.ts'
import {
  appendChanges,
  beginChangeByNumber,
  loadSheetByNumber,
  selectingColumns,
} from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { markingPortion } from './batch-marker-queries.ts'
import { computePortion } from './compute-portion.ts'
import { failRun } from './fail-run.ts'
import { type CellSelection, countSelected, queueCells } from './queue-queries.ts'
import { renewFollowers } from './renew-followers.ts'
import { batchJobs, firstTurn, type QueuePayload, queueJobKind } from './run-jobs.ts'
import { addStoredCells, findingOperation, finishBatch } from './run-queries.ts'

/** Computes a portion of a large run at once if possible; otherwise queues its cells with their jobs. */
export const cellQueueing = (context: Context, cheapBatches: Permits, queueing: Permits): JobHandler => ({
  kind: queueJobKind,
  async run(lease): Promise<Ending> {
    const { waits, portion } = lease.payload as QueuePayload
    if (!waits && (await cheapBatches.hold(() => computePortion(context, lease), lease.signal)))
      return { kind: 'done' }
    const queue = () => lease.commit((tx) => queuePortion(tx, context, lease))
    // Later portions wait, so that jobs of the first portion start before they are queued.
    try {
      if (waits && portion > 0) await queueing.hold(queue, lease.signal)
      else await queue()
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error
    }
    context.jobs.wake()
    return { kind: 'done' }
  },
  failed: (tx, job) => failRun(tx, job, context.now()),
})

/** @throws ConditionFailedError if the portion was queued before. */
async function queuePortion(tx: Tx, { jobs, now }: Context, { workspace, payload }: Lease): Promise<void> {
  const { asked, portion, batches, ...run } = payload as QueuePayload
  const { operation, sheet: number, execution } = run
  await enqueueCondition(tx, markingPortion(tx, workspace, operation, portion))
  const [{ rows: operations }, { rows: columns }] = await queryTogether(tx, [
    findingOperation(tx, workspace, operation),
    selectingColumns(tx, workspace, [number]),
  ])
  const status = operations[0]?.status
  if (status !== 'queued' && status !== 'running') return
  const sheet = await beginChangeByNumber(tx, workspace, number, now())
  const count =
    sheet && sheet.deleted_at === null ? await queueSelections(tx, sheet, columns, asked, execution) : 0
  if (sheet && count > 0) await appendChanges(tx, sheet, [{ columns: run.columns, rows: 'all' }])
  const turn = run.waits && portion === 0 ? firstTurn : undefined
  if (count > 0) await jobs.enqueue(tx, workspace, batchJobs(run, batches, turn))
  else for (const { number: batch } of batches) await finishBatch(tx, workspace, operation, batch, now())
}

async function queueSelections(
  tx: Tx,
  sheet: SheetRow,
  columns: readonly SheetColumnRow[],
  selections: readonly CellSelection[],
  execution: string,
) {
  const columnNumbers = new Set(columns.map((column) => column.number))
  const remaining = selections
    .map((cells) => ({ ...cells, columns: cells.columns.filter((column) => columnNumbers.has(column)) }))
    .filter(({ columns }) => columns.length > 0)
  let count = 0
  for (const cells of remaining) {
    if (cells.states.includes('STALE')) await addUnstored(tx, sheet, cells)
    count += await queueCells(tx, sheet, cells, execution)
  }
  const workspace = sheet.workspace_id as WorkspaceId
  await renewFollowers(tx, sheet, () => loadSheetByNumber(tx, workspace, sheet.number), remaining, execution)
  return count
}

/** Counts the cells that queueing will store for the first time. */
async function addUnstored(tx: Tx, sheet: SheetRow, cells: CellSelection): Promise<void> {
  const { unstored } = await countSelected(tx, sheet, cells)
  const { workspace_id, number: sheetNumber } = sheet
  for (const [number, added] of unstored)
    await addStoredCells(tx, { workspace_id, sheet: sheetNumber, number }, added)
}
