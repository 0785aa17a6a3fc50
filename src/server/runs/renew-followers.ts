import type { SheetRow, Tx } from '../db/index.ts'
import { appendChanges, type LoadedSheet } from '../sheets/storage/index.ts'
import { type CellSelection, renewOpenCells } from './queue-queries.ts'
import { selectActive } from './run-queries.ts'

/**
 * Restarts cells of other runs that read a cell which was queued again after a failure. Without this, the other runs
 * would write failures, which become stale with the new value and then no run would compute them.
 */
export async function renewFollowers(
  tx: Tx,
  sheet: SheetRow,
  load: () => Promise<LoadedSheet | undefined>,
  queued: readonly CellSelection[],
  execution: string,
): Promise<void> {
  const requeued = queued.filter(({ states }) => states.includes('FAILED'))
  if (requeued.length === 0) return
  const active = await selectActive(tx, sheet)
  if (active.every(({ id }) => id === execution)) return
  const loaded = await load()
  if (!loaded) return
  for (const cells of requeued) {
    const followers = followersOf(loaded, cells.columns)
    if (followers.length === 0) continue
    const renewed = await renewOpenCells(tx, sheet, cells, followers, execution)
    if (renewed > 0) await appendChanges(tx, sheet, [{ columns: followers, rows: 'all' }])
  }
}

/** Numbers of the sheet's columns that are downstream of these columns. */
function followersOf({ sheet, columns, graph }: LoadedSheet, numbers: readonly number[]): number[] {
  const from = columns.filter(({ number }) => numbers.includes(number))
  const downstream = new Set(from.flatMap(({ id }) => graph.downstream(id).map(({ column }) => column)))
  return columns
    .filter((column) => column.sheet === sheet.number && downstream.has(column.id))
    .map(({ number }) => number)
}
