import type { Graph } from '../graph/index.ts'
import { type CellStatus, isPending } from '../states/index.ts'
import { isComputed } from './cells.ts'

/** One row as stored. */
export interface RowView {
  readonly status: (column: string) => CellStatus
  /** Hash of the inputs that the stored value was computed from; null without such a value. */
  readonly storedHash: (column: string) => string | null
  /** Hash of the present inputs; called only if the cell could run. */
  readonly inputHash: (column: string) => string
}

/**
 * Whether a stale cell may keep its value. False after a forced run: a cell that was COMPLETED when it was
 * queued must be computed again.
 */
export function mayKeep({ state, resting, awaiting }: CellStatus): boolean {
  return (state === 'STALE' || (isPending(state) && resting === 'STALE')) && !awaiting
}

/**
 * Early cut-off: after a cell of `column` has a value again, the downstream cells of its row with unchanged inputs.
 * They keep their values and do not run; in topological order.
 */
export function unchangedAfter(graph: Graph, column: string, row: RowView): string[] {
  const withValue = new Set<string>([column])
  const hasValue = (input: string, reader: string) => {
    if (withValue.has(input) || graph.find(input)!.kind === 'input') return true
    const { state } = row.status(input)
    return state === 'COMPLETED' || (state === 'FAILED' && graph.find(reader)!.acceptsFailed)
  }
  const unchanged: string[] = []
  for (const reached of graph.downstream(column)) {
    const { column: id } = reached
    if (reached.rows === 'all' || graph.find(id)!.sheet !== graph.find(column)!.sheet) continue
    if (!isComputed(graph, id) || !mayKeep(row.status(id))) continue
    const stored = row.storedHash(id)
    if (stored === null || !graph.inputs(id).every((input) => hasValue(input, id))) continue
    if (row.inputHash(id) !== stored) continue
    withValue.add(id)
    unchanged.push(id)
  }
  return unchanged
}
