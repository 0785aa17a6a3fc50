import { mayKeep } from '../../engine/sheet/index.ts'
import type { SheetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { rangesOf } from './batches.ts'
import { writeRevived } from './commit-queries.ts'
import { loadBatch, type Resolve } from './load-batch.ts'

/**
 * The early cut-off: stale cells of these rows whose inputs are what they were computed from hold after all. Looked at
 * within the change that made it so, because nothing marks a stale cell whose inputs change again.
 */
export async function reviveRows(
  tx: Tx,
  workspace: WorkspaceId,
  sheet: SheetRow,
  rowIds: readonly number[],
  resolve: Resolve,
): Promise<number> {
  const batch = await loadBatch(
    tx,
    workspace,
    { sheet: sheet.number, execution: null, rows: rangesOf(rowIds), columns: null },
    resolve,
  )
  if (!batch) return 0
  let count = 0
  for (const row of batch.rows)
    for (const column of batch.plan.columns) {
      const cell = row.cells[column.slot]
      if (cell?.state !== 'STALE' || cell.hash === null || !mayKeep(cell)) continue
      if (column.readiness((id) => batch.plan.statusOf(id, row)).kind !== 'ready') continue
      if (column.hasher.hash(column.values(row)) !== cell.hash) continue
      cell.move('revive')
      count++
      await writeRevived(tx, sheet, row.id, column.row.number)
    }
  return count
}
