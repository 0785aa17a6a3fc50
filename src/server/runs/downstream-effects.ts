import { type CellEvent, moveOf, unchangedAfter } from '../../engine/sheet/index.ts'
import type { SheetPlan } from './column-plan.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { PlannedCell } from './outcome.ts'

type Effects = Pick<EvaluationContext, 'markStale' | 'markRevived'>
type MovedCell = Pick<PlannedCell, 'column' | 'row'>

/** Applies the effects of a cell's move to the cells downstream of it in its row. */
export function applyDownstream(
  plan: SheetPlan,
  effects: Effects,
  event: CellEvent,
  movedCell: MovedCell,
  isUnchanged: boolean,
): void {
  for (const effect of moveOf(event).dependants ?? [])
    if (effect === 'revive') revive(plan, effects, movedCell)
    else if (!isUnchanged) markStale(plan, effects, movedCell)
}

/** Marks cells that were computed from the previous value as stale. */
function markStale({ columns }: SheetPlan, effects: Effects, { column, row }: MovedCell): void {
  for (const slot of column.downstream) {
    const cell = row.cells[slot]
    if (!cell || (cell.isOpen && cell.resting === 'STALE') || !cell.move('invalidate by run')) continue
    effects.markStale({ column: columns[slot]!, row, cell })
  }
}

/** Makes stale cells fresh whose inputs match their value again (early cutoff). The cells are not computed by this run. */
function revive(
  { columns, slots, loaded, statusOf }: SheetPlan,
  effects: Effects,
  { column, row }: MovedCell,
): void {
  const hasCandidates = column.downstream.some((slot) => {
    const cell = row.cells[slot]
    return cell !== undefined && !cell.isOpen && cell.state === 'STALE' && cell.hash !== null
  })
  if (!hasCandidates) return
  const cellOf = (id: string) => row.cells[slots.get(id)!]
  const unchangedColumns = unchangedAfter(loaded.graph, column.id, {
    status: (id) => statusOf(id, row),
    storedHash: (id) => cellOf(id)?.hash ?? null,
    inputHash: (id) => {
      const planned = columns[slots.get(id)!]!
      return planned.hasher.hash(planned.values(row))
    },
  })
  for (const id of unchangedColumns) if (cellOf(id)!.move('revive')) effects.markRevived(row)
}
