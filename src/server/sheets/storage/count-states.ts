import type { CellState } from '../../../engine/sheet/index.ts'
import type { Database, Tx } from '../../db/index.ts'
import { countCellsByColumn, countUnanswered } from './cell-count-queries.ts'
import type { LoadedSheet } from './load-sheet.ts'

/**
 * Counts the cells of computed columns. A cell that was never computed counts as stale. In HUMAN columns only answered
 * cells count, and a stale cell that waits for an answer does not count, so that a sheet is complete when all cells
 * that can be computed are.
 */
export async function countStates(
  db: Database | Tx,
  { sheet, columns, graph }: Pick<LoadedSheet, 'sheet' | 'columns' | 'graph'>,
) {
  const countsByColumn = Map.groupBy(await countCellsByColumn(db, sheet), (count) => count.number)
  const counts: Record<CellState, number> = {
    STALE: 0,
    QUEUED: 0,
    DISPATCHED: 0,
    COMPLETED: 0,
    FAILED: 0,
  }
  for (const column of columns) {
    const kind = graph.find(column.id)!.kind
    if (kind !== 'computed' && kind !== 'human') continue
    const unfinished = countsByColumn.get(column.number) ?? []
    // More cells may have been stored since the columns were read.
    const stored = unfinished[0]?.stored_cells ?? column.stored_cells
    counts.COMPLETED += stored - unfinished.reduce((sum, { cells }) => sum + cells, 0)
    if (kind === 'human') continue
    for (const { status, cells } of unfinished) if (status !== null) counts[status as CellState] += cells
    counts.STALE += Math.max(0, sheet.row_count - stored)
  }
  counts.STALE = Math.max(0, counts.STALE - (await countWaiting(db, { sheet, columns, graph })))
  return { counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) }
}

/** Counts stale cells that cannot be computed before people answer. */
async function countWaiting(
  db: Database | Tx,
  { sheet, columns, graph }: Pick<LoadedSheet, 'sheet' | 'columns' | 'graph'>,
): Promise<number> {
  const humans = columns.filter(({ id }) => graph.find(id)!.kind === 'human')
  if (humans.length === 0) return 0
  let cells = 0
  for (const { id, number } of columns) {
    if (graph.find(id)!.kind !== 'computed') continue
    const upstream = new Set(graph.upstream(id))
    const humansUpstream = humans.filter((human) => upstream.has(human.id))
    if (humansUpstream.length > 0)
      cells += await countUnanswered(
        db,
        sheet,
        number,
        humansUpstream.map((human) => human.number),
      )
  }
  return cells
}
