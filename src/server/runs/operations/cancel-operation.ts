import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../../engine/refusal.ts'
import { rowsOf } from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { SheetOperationRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import {
  getSheet,
  isUnderWay,
  type LoadedSheet,
  loadForChange,
  RowOrder,
  recordCells,
  type SheetAddress,
  selectRowsAt,
} from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { markPartlyCancelled } from '../batch-marker-queries.ts'
import { type ResetCounts, resetCells } from '../open-cell-queries.ts'
import { type ResetPayload, resetJob, resetRun } from '../reset-run.ts'
import { queueJobKind } from '../run-jobs.ts'
import { countWritten, endOperation, findOperation } from '../run-queries.ts'

export const noOperation = () => new Refusal('not_found', 'The sheet has no such operation.')

const none: ResetCounts = { notStarted: 0, running: 0 }

/** Milliseconds for which the cancel of a part waits until all cells of the run are queued. */
const maxWaitMilliseconds = 30_000

const stillQueueing = () =>
  new Refusal('busy', 'The cells of this run are still being queued. Retry in a few seconds.', {
    retryAfter: 5,
  })

/**
 * Cancels a run or a part of it. After the answer no cell starts. Running calls are aborted, and their results cannot
 * be written.
 */
export const cancelOperation: Handler<'cancelOperation'> = async (context, { caller, params, query }) => {
  const { store } = context
  const { workspace } = caller
  const id = params.operation_id.toLowerCase()
  const sheet = await getSheet(store.db, workspace, params)
  const isPartial = query.column_ids !== undefined || query.row_ids !== undefined
  const operation = await findOperation(store.db, workspace, id)
  if (operation?.sheet !== sheet.number) throw noOperation()
  const cancel = isPartial ? cancelPart : cancelAll
  const reset = isActive(operation) ? await cancel(context, workspace, params, operation, query) : null
  const count = reset ? reset.notStarted + reset.running : 0
  return {
    success: true as const,
    message: reset ? `${count} cells were cancelled.` : 'No part of the operation is running.',
    operation_id: id,
    execution_ids: reset ? [operation.execution_id] : [],
    cancelled_cell_count: count,
    not_started_reset_count: reset?.notStarted ?? 0,
    running_invalidated_count: reset?.running ?? 0,
  }
}

const isActive = (operation: SheetOperationRow) => operation.kind === 'recalculate' && isUnderWay(operation)

/** Cancels the whole run. The first commit prevents all further writes of the run; its cells are then reset in portions. */
async function cancelAll(
  { store, jobs, now }: Context,
  workspace: WorkspaceId,
  address: SheetAddress,
  { id }: SheetOperationRow,
): Promise<ResetCounts | null> {
  let unfinished = 0
  const payload = await store.transact(async (tx): Promise<ResetPayload | null> => {
    // Lock order: jobs, then sheet (same as commitResults), to avoid deadlock.
    await jobs.cancel(tx, workspace, id)
    const operation = await findOperation(tx, workspace, id)
    if (!operation || !isActive(operation)) return null
    const { sheet } = await loadForChange(tx, workspace, address, now())
    if (sheet.number !== operation.sheet) return null
    await endOperation(tx, workspace, id, { status: 'cancelled', message: 'It was cancelled.', now: now() })
    const { execution_id: execution } = operation
    unfinished = operation.cell_count - operation.completed - operation.failed - operation.released
    await jobs.enqueue(tx, workspace, [resetJob({ sheet: sheet.number, execution }, now())])
    return { sheet: sheet.number, execution }
  })
  jobs.cancelled(id)
  if (!payload) return null
  const reset = await resetRun((write) => store.transact(write), workspace, payload, now)
  // The cells of a large run that were not queued yet were never changed, so they need no reset.
  return { ...reset, notStarted: Math.max(reset.notStarted, unfinished - reset.running) }
}

async function cancelPart(
  { store, jobs, now }: Context,
  workspace: WorkspaceId,
  address: SheetAddress,
  { id }: SheetOperationRow,
  part: Part,
): Promise<ResetCounts | null> {
  // Cells that are not queued yet cannot be reset. The mark makes all portions queue their cells; the loop waits for that.
  await store.transact(async (tx) => {
    const operation = await findOperation(tx, workspace, id)
    if (operation && isActive(operation)) await markPartlyCancelled(tx, workspace, id)
  })
  const deadline = now() + maxWaitMilliseconds
  while (await jobs.hasOpen(store.db, workspace, id, queueJobKind)) {
    if (now() > deadline) throw stillQueueing()
    await sleep(20)
  }
  const reset = await store.transact(async (tx) => {
    const operation = await findOperation(tx, workspace, id)
    if (!operation || !isActive(operation)) return null
    const loaded = await loadForChange(tx, workspace, address, now())
    if (loaded.sheet.number !== operation.sheet) return null
    const reset = await resetPart(tx, loaded, operation, part)
    await release(tx, workspace, operation, reset, now())
    return reset
  })
  await jobs.changed([id])
  return reset
}

interface Part {
  readonly column_ids?: readonly string[] | undefined
  readonly row_ids?: readonly number[] | undefined
}

async function resetPart(
  tx: Tx,
  loaded: LoadedSheet,
  { execution_id }: SheetOperationRow,
  { column_ids: ids, row_ids: indexes }: Part,
): Promise<ResetCounts> {
  const { sheet, columns } = loaded
  const selected = ids ? columns.filter(({ id }) => ids.includes(id)) : columns
  const order = RowOrder.parse(sheet.gaps)
  const rows = indexes
    ? await selectRowsAt(
        tx,
        sheet,
        indexes.map((index) => order.positionOf(index)),
      )
    : null
  if (selected.length === 0 || rows?.length === 0) return none
  await recordCells(
    tx,
    loaded,
    selected.map(({ id }) => ({ column: id, rows: indexes ? rowsOf(indexes) : 'all' })),
  )
  const scope = { columns: selected.map(({ number }) => number), rowIds: rows?.map(({ id }) => id) ?? null }
  return resetCells(tx, sheet, execution_id, scope, sheet.updated_at, Number.MAX_SAFE_INTEGER)
}

const release = (
  tx: Tx,
  workspace: WorkspaceId,
  { id }: SheetOperationRow,
  { notStarted, running }: ResetCounts,
  now: number,
) =>
  countWritten(
    tx,
    workspace,
    id,
    {
      completed: 0,
      failed: 0,
      released: notStarted + running,
      message: null,
      calls: 0,
      cost: 0,
      unpriced_calls: 0,
    },
    now,
  )
