import { mayKeep } from '../../engine/sheet/index.ts'
import type { SheetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { rangesOf } from './batches.ts'
import { writeRevived } from './commit-queries.ts'
import { loadBatch, type Resolve } from './load-batch.ts'

/**
 * Makes stale cells of these rows fresh if their inputs match their value again (early cutoff). This runs in the change
 * that caused it, because a stale cell is not marked again when its inputs change.
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
