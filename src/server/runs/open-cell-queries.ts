import { sql } from 'kysely'
import { type CellState, pendingStates } from '../../engine/sheet/index.ts'
import type { Database, SheetRow, Tx } from '../db/index.ts'
import { isMovable, moveSet } from '../sheets/storage/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

export interface ResetCounts {
  readonly notStarted: number
  readonly running: number
}

/** The columns and rows that a cancel resets; null for all rows. Rows that are named are reset in one step. */
export interface ResetScope {
  readonly columns: readonly number[]
  readonly rowIds: readonly number[] | null
}

/** Resets unfinished cells of a run, so that the run may no longer write them; at most `limit` of each column and state. */
export async function resetCells(
  tx: Tx,
  { workspace_id, number }: Sheet,
  execution: string,
  { columns, rowIds }: ResetScope,
  now: number,
  limit: number,
): Promise<ResetCounts> {
  const reset = async (column: number, state: CellState) => {
    // The query is for one column and one state, so that it uses the index of open cells.
    const open = tx
      .selectFrom('sheet_cells')
      .select('row_id')
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('column_number', '=', column)
      .where('status', '=', sql.lit(state))
      .where('execution_id', '=', execution)
      .limit(limit)
    const { numUpdatedRows } = await tx
      .updateTable('sheet_cells')
      .set(moveSet('cancel', { now }))
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('column_number', '=', column)
      .where('execution_id', '=', execution)
      .where('row_id', 'in', rowIds ?? open)
      .where(isMovable('cancel', [state]))
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
  const [queued, dispatched] = pendingStates
  const total = { running: 0, notStarted: 0 }
  for (const column of columns) {
    total.running += await reset(column, dispatched)
    total.notStarted += await reset(column, queued)
  }
  return total
}

/** Counts cells from the index of open cells, which does not have COMPLETED cells. */
export async function countOpenCells(db: Database | Tx, { workspace_id, number }: Sheet) {
  const rows = await db
    .selectFrom('sheet_cells')
    .select(['column_number', 'status', (select) => select.fn.countAll<number>().as('cells')])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('status', '<>', sql.lit('COMPLETED'))
    .groupBy(['column_number', 'status'])
    .execute()
  return rows.map((row) => ({ ...row, cells: Number(row.cells) }))
}
