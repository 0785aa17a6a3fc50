import { type CellState, pendingStates } from '../../../engine/sheet/index.ts'
import type { SheetOperationRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { countStates, loadSheet } from '../../sheets/storage/index.ts'
import { selectActive } from '../run-queries.ts'
import type { StoredScope } from '../start-run.ts'
import { pendingOf } from './present-operation.ts'

export const readStatusCounts: Handler<'readStatusCounts'> = async ({ store }, { caller, params }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  // Operations are read before the cells, so that an operation that ends in between shows as active with all its cells.
  const active = await selectActive(store.db, loaded.sheet)
  const { counts, total } = await countStates(store.scan, loaded)
  return {
    success: true as const,
    sheet_id: loaded.sheet.id,
    version: loaded.sheet.version_count,
    total_cells: total,
    status_counts: presentCounts(withAccepted(counts, active)),
  }
}

type Counts = Readonly<Record<CellState, number>>

/** The wire has another state, RUNNING, whose count is always 0. */
export const presentCounts = ({ STALE, QUEUED, DISPATCHED, COMPLETED, FAILED }: Counts) => ({
  STALE,
  QUEUED,
  DISPATCHED,
  RUNNING: 0,
  COMPLETED,
  FAILED,
})

export const countPending = (counts: Counts): number =>
  pendingStates.reduce((sum, state) => sum + counts[state], 0)

/** Adds cells that large runs have accepted and not queued yet to the count of QUEUED. */
export function withAccepted(stored: Counts, active: readonly SheetOperationRow[]): Counts {
  const counts = { ...stored }
  let [accepted, queued] = [0, 0]
  const states = new Set<CellState>()
  for (const operation of active) {
    const { states: acceptedStates } = JSON.parse(operation.scope) as StoredScope
    if (acceptedStates) accepted += pendingOf(operation)
    else queued += pendingOf(operation)
    for (const state of acceptedStates ?? []) states.add(state)
  }
  let unassigned = accepted - Math.max(0, countPending(counts) - queued)
  for (const state of ['STALE', 'FAILED', 'COMPLETED'] as const) {
    if (!states.has(state)) continue
    const moved = Math.max(0, Math.min(unassigned, counts[state]))
    counts[state] -= moved
    counts.QUEUED += moved
    unassigned -= moved
  }
  return counts
}
