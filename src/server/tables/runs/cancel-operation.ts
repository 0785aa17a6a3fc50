import { rowsOf } from '../../../engine/sheet/index.ts'
import type { SheetOperationRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { noteCells } from '../live/note-changes.ts'
import { getSheet, type LoadedSheet, loadForChange } from '../load-sheet.ts'
import { RowOrder } from '../row-order.ts'
import { selectRowsAt } from '../row-queries.ts'
import { countWritten, endOperation, findOperation, type Reset, resetCells } from './run-queries.ts'

const none: Reset = { notStarted: 0, running: 0 }

/** Nothing of it starts after the answer; what is under way is ended, and could not be written any more. */
export const cancelOperation: Handler<'cancelOperation'> = async (context, { caller, params, query }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const id = params.operation_id.toLowerCase()
  await getSheet(store.db, workspace, params)
  const isPart = query.column_ids !== undefined || query.row_ids !== undefined
  const { operation, reset } = await store.transact(async (tx) => {
    // Jobs before the sheet, as whoever writes results takes them.
    if (!isPart) await jobs.cancel(tx, workspace, id)
    const operation = await findOperation(tx, workspace, id)
    const isActive = operation?.status === 'queued' || operation?.status === 'running'
    if (!operation || !isActive || operation.kind !== 'recalculate') return { operation: null, reset: none }
    const loaded = await loadForChange(tx, workspace, params, now())
    if (loaded.sheet.number !== operation.sheet) return { operation: null, reset: none }
    const reset = await takeBack(tx, loaded, operation, query)
    if (isPart) await release(tx, workspace, operation, reset, now())
    else
      await endOperation(tx, workspace, id, { status: 'cancelled', message: 'It was cancelled.', now: now() })
    return { operation, reset }
  })
  if (!isPart) jobs.cancelled(id)
  const count = reset.notStarted + reset.running
  return {
    success: true as const,
    message: operation ? `${count} cells were taken back.` : 'Nothing of it is under way.',
    operation_id: id,
    execution_ids: operation ? [operation.execution_id] : [],
    cancelled_cell_count: count,
    not_started_reset_count: reset.notStarted,
    running_invalidated_count: reset.running,
  }
}

interface Part {
  readonly column_ids?: readonly string[] | undefined
  readonly row_ids?: readonly number[] | undefined
}

async function takeBack(
  tx: Tx,
  loaded: LoadedSheet,
  { execution_id }: SheetOperationRow,
  { column_ids: ids, row_ids: indexes }: Part,
): Promise<Reset> {
  const { sheet, columns } = loaded
  const meant = ids ? columns.filter(({ id }) => ids.includes(id)) : columns
  const order = RowOrder.parse(sheet.gaps)
  const rows = indexes
    ? await selectRowsAt(
        tx,
        sheet,
        indexes.map((index) => order.positionOf(index)),
      )
    : null
  if (meant.length === 0 || rows?.length === 0) return none
  await noteCells(
    tx,
    loaded,
    meant.map(({ id }) => ({ column: id, rows: indexes ? rowsOf(indexes) : 'all' })),
  )
  const scope = { columns: meant.map(({ number }) => number), rowIds: rows?.map(({ id }) => id) ?? null }
  return resetCells(tx, sheet, execution_id, scope, sheet.updated_at)
}

const release = (
  tx: Tx,
  workspace: WorkspaceId,
  { id }: SheetOperationRow,
  { notStarted, running }: Reset,
  now: number,
) =>
  countWritten(
    tx,
    workspace,
    id,
    { completed: 0, failed: 0, released: notStarted + running, message: null, calls: 0, cost: 0 },
    now,
  )
