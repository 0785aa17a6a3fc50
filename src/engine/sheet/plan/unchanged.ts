import type { Graph } from '../graph/index.ts'
import type { CellStatus } from '../states/index.ts'
import { isComputed } from './cells.ts'

/** One row, as it is stored. */
export interface RowView {
  readonly status: (column: string) => CellStatus
  /** The hash of the inputs that the cell's value was computed from; null when it has no such value. */
  readonly storedHash: (column: string) => string | null
  /** The hash of the inputs as they are now; asked only when the cell could run. */
  readonly inputHash: (column: string) => string
}

/**
 * May a cell keep its value although it is stale? Not when its run was forced: a cell that was COMPLETED
 * when it was queued is there to be computed again.
 */
export function mayKeep({ state, resting, awaiting }: CellStatus): boolean {
  return (state === 'STALE' || (state === 'QUEUED' && resting === 'STALE')) && !awaiting
}

/**
 * The early cut-off: after a cell of `column` has a value again, the cells downstream in its row whose inputs
 * are what they were computed from. They hold again and do not run; in order.
 */
export function unchangedAfter(graph: Graph, column: string, row: RowView): string[] {
  const fresh = new Set<string>([column])
  const hasValue = (input: string, reader: string) => {
    if (fresh.has(input) || graph.find(input)!.kind === 'input') return true
    const { state } = row.status(input)
    return state === 'COMPLETED' || (state === 'FAILED' && graph.find(reader)!.acceptsFailed)
  }
  const kept: string[] = []
  for (const reached of graph.downstream(column)) {
    const { column: id } = reached
    if (reached.rows === 'all' || graph.find(id)!.sheet !== graph.find(column)!.sheet) continue
    if (!isComputed(graph, id) || !mayKeep(row.status(id))) continue
    const stored = row.storedHash(id)
    if (stored === null || !graph.inputs(id).every((input) => hasValue(input, id))) continue
    if (row.inputHash(id) !== stored) continue
    fresh.add(id)
    kept.push(id)
  }
  return kept
}
