import type { SheetRow, Tx } from '../db/index.ts'
import { appendNotes, type LoadedSheet } from '../sheets/index.ts'
import { type CellsAsked, renewOpenCells } from './queue-queries.ts'
import { selectActive } from './run-queries.ts'

/**
 * For cells that were just queued: where one of them had failed, what other runs compute from it begins again and waits
 * for it. Else those would write that it failed, be made stale as soon as it comes to something, and be in no run then.
 */
export async function renewFollowers(
  tx: Tx,
  sheet: SheetRow,
  load: () => Promise<LoadedSheet | undefined>,
  queued: readonly CellsAsked[],
  execution: string,
): Promise<void> {
  const again = queued.filter(({ states }) => states.includes('FAILED'))
  if (again.length === 0) return
  const active = await selectActive(tx, sheet)
  if (active.every(({ id }) => id === execution)) return
  const loaded = await load()
  if (!loaded) return
  for (const cells of again) {
    const followers = followersOf(loaded, cells.columns)
    if (followers.length === 0) continue
    const renewed = await renewOpenCells(tx, sheet, cells, followers, execution)
    if (renewed > 0) await appendNotes(tx, sheet, [{ columns: followers, rows: 'all' }])
  }
}

/** Numbers of the sheet's own columns that follow from any of these. */
function followersOf({ sheet, columns, graph }: LoadedSheet, numbers: readonly number[]): number[] {
  const from = columns.filter(({ number }) => numbers.includes(number))
  const reached = new Set(from.flatMap(({ id }) => graph.downstream(id).map(({ column }) => column)))
  return columns
    .filter((column) => column.sheet === sheet.number && reached.has(column.id))
    .map(({ number }) => number)
}
