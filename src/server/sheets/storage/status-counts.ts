import type { CellState } from '../../../engine/sheet/index.ts'
import type { Database, SheetOperationRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { pendingOf } from '../../runs/present-operation.ts'
import { selectActive } from '../../runs/run-queries.ts'
import type { StoredScope } from '../../runs/start-run.ts'
import { countCellsByColumn, countUnanswered } from './cell-queries.ts'
import { type LoadedSheet, loadSheet } from './load-sheet.ts'

export const readStatusCounts: Handler<'readStatusCounts'> = async ({ store }, { caller, params }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  // Before the cells: what ends in between is told as under way, never as done before it was counted.
  const active = await selectActive(store.db, loaded.sheet)
  const { counts, total } = await countStates(store.scan, loaded)
  return {
    success: true as const,
    sheet_id: loaded.sheet.id,
    version: loaded.sheet.version_count,
    total_cells: total,
    status_counts: withAccepted(counts, active),
  }
}

type Counts = Readonly<Record<CellState, number>>

/**
 * The counts with the cells that runs have taken and not queued yet as QUEUED: a large run is accepted in one
 * transaction and queued in many.
 */
export function withAccepted(stored: Counts, active: readonly SheetOperationRow[]): Counts {
  const counts = { ...stored }
  let [accepted, queued] = [0, 0]
  const states = new Set<CellState>()
  for (const operation of active) {
    const { states: taken } = JSON.parse(operation.scope) as StoredScope
    if (taken) accepted += pendingOf(operation)
    else queued += pendingOf(operation)
    for (const state of taken ?? []) states.add(state)
  }
  let left = accepted - Math.max(0, counts.QUEUED + counts.DISPATCHED + counts.RUNNING - queued)
  for (const state of ['STALE', 'FAILED', 'COMPLETED'] as const) {
    if (!states.has(state)) continue
    const moved = Math.max(0, Math.min(left, counts[state]))
    counts[state] -= moved
    counts.QUEUED += moved
    left -= moved
  }
  return counts
}

/**
 * Cells of computed columns, those that were never computed among the stale ones; of HUMAN columns the answered ones
 * alone, and no stale cell that waits for an answer: a sheet is done when everything that can run has run.
 */
export async function countStates(
  db: Database | Tx,
  { sheet, columns, graph }: Pick<LoadedSheet, 'sheet' | 'columns' | 'graph'>,
) {
  const found = Map.groupBy(await countCellsByColumn(db, sheet), (count) => count.number)
  const counts: Record<CellState, number> = {
    STALE: 0,
    QUEUED: 0,
    DISPATCHED: 0,
    RUNNING: 0,
    COMPLETED: 0,
    FAILED: 0,
  }
  for (const column of columns) {
    const kind = graph.find(column.id)!.kind
    if (kind !== 'computed' && kind !== 'human') continue
    const unfinished = found.get(column.number) ?? []
    // What was stored when the columns were read may have become more since then.
    const stored = unfinished[0]?.stored_cells ?? column.stored_cells
    counts.COMPLETED += stored - unfinished.reduce((sum, { cells }) => sum + cells, 0)
    if (kind === 'human') continue
    for (const { status, cells } of unfinished) if (status !== null) counts[status as CellState] += cells
    counts.STALE += Math.max(0, sheet.row_count - stored)
  }
  counts.STALE = Math.max(0, counts.STALE - (await countWaiting(db, { sheet, columns, graph })))
  return { counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) }
}

/** Stale cells that cannot run before people have answered. */
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
    const asked = humans.filter((human) => upstream.has(human.id))
    if (asked.length > 0)
      cells += await countUnanswered(
        db,
        sheet,
        number,
        asked.map((human) => human.number),
      )
  }
  return cells
}
