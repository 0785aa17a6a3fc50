import type { SheetOperationRow, SheetRow } from '../../db/index.ts'

export const statusUrl = ({ table_id, id }: Pick<SheetRow, 'table_id' | 'id'>, operation: string) =>
  `/api/public/v2/tables/${table_id}/sheets/${id}/operations/${operation}`

/** Number of cells without an outcome. */
export const pendingOf = ({ cell_count, completed, failed, released }: SheetOperationRow): number =>
  Math.max(0, cell_count - completed - failed - released)

/** Presents an operation from its counters, so that a poll reads one row. */
export function presentOperation(sheet: Pick<SheetRow, 'table_id' | 'id'>, operation: SheetOperationRow) {
  const { id, status, cell_count, completed, failed, released } = operation
  const pending = pendingOf(operation)
  return {
    operation_id: id,
    operation: 'recalculate' as const,
    status,
    status_counts: { QUEUED: pending, COMPLETED: completed, FAILED: failed, STALE: released },
    cell_count,
    completed_count: completed,
    failed_count: failed,
    pending_count: pending,
    status_url: statusUrl(sheet, id),
    execution_id: operation.execution_id,
    message: messageOf(operation),
    call_count: operation.calls,
    // Rounds off the error of adding doubles.
    cost: Number(operation.cost.toPrecision(12)),
    unpriced_call_count: operation.unpriced_calls,
  }
}

/** The stored message. For a completed run with released cells, the reason why they were not computed. */
export function messageOf({ status, released, message }: SheetOperationRow): string | null {
  if (message !== null || status !== 'completed' || released === 0) return message
  return released === 1
    ? '1 cell was not computed: a cell that it reads has no value yet, or it was cancelled or deleted. Run or answer the cell that it reads first.'
    : `${released} cells were not computed: cells that they read have no value, or they were cancelled or deleted. Run or answer the cells that they read first.`
}
