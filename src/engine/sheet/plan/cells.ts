import type { Graph } from '../graph/index.ts'
import { isEmpty, type RowSet, union } from '../rows/index.ts'
import type { CellRange } from './effects.ts'

/** Cells with a new value, from people or from a run. */
export interface ChangedCells {
  readonly column: string
  readonly rows: RowSet
}

/**
 * All computed cells that depend on the changed ones: the same rows of downstream columns, all rows after an
 * aggregate. In other sheets, rows with the same indexes.
 */
export function staleAfter(graph: Graph, changes: readonly ChangedCells[]): CellRange[] {
  if (changes.length === 1) return reachedFrom(graph, changes[0]!)
  const rows = new Map<string, RowSet>()
  for (const change of changes)
    for (const range of reachedFrom(graph, change))
      rows.set(range.column, union(rows.get(range.column) ?? [], range.rows))
  return inOrder(graph, rows)
}

/** Ranges of the columns in `rows`, in topological order. */
export function inOrder(graph: Graph, rows: ReadonlyMap<string, RowSet>): CellRange[] {
  return graph.order.flatMap((column) => {
    const set = rows.get(column)
    return set === undefined || isEmpty(set) ? [] : [{ column, sheet: graph.find(column)!.sheet, rows: set }]
  })
}

/** True for columns with stored, computed cells: not mirrors and not input columns. */
export function isComputed(graph: Graph, column: string): boolean {
  const kind = graph.find(column)?.kind
  return kind === 'computed' || kind === 'aggregate'
}

function reachedFrom(graph: Graph, { column, rows }: ChangedCells): CellRange[] {
  const ranges: CellRange[] = []
  if (isEmpty(rows)) return ranges
  for (const reached of graph.downstream(column)) {
    if (!isComputed(graph, reached.column)) continue
    const { sheet } = graph.find(reached.column)!
    ranges.push({ column: reached.column, sheet, rows: reached.rows === 'all' ? 'all' : rows })
  }
  return ranges
}
