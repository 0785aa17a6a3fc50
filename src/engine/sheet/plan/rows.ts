import type { Graph } from '../graph/index.ts'
import { intersection, type RowSet, rowsBetween, union } from '../rows/index.ts'
import { inOrder, isComputed, staleAfter } from './cells.ts'
import { type Effects, NO_EFFECTS } from './effects.ts'

/** Rows appended by hand or by an import: their computed cells are new, and none is queued. */
export function rowsAdded(graph: Graph, sheet: string, from: number, to: number): Effects {
  const rows = rowsBetween(from, to)
  const sheetColumns = graph.columns.filter((column) => column.sheet === sheet)
  const computed = sheetColumns.filter(({ kind }) => kind === 'human' || kind === 'computed')
  const created = inOrder(graph, new Map(computed.map(({ id }): [string, RowSet] => [id, rows])))
  const stale = staleAfter(
    graph,
    sheetColumns.map(({ id }) => ({ column: id, rows })),
  )
  const newColumns = new Set(computed.map(({ id }) => id))
  return {
    ...NO_EFFECTS,
    created,
    stale: stale.filter(({ column, rows: reached }) => reached === 'all' || !newColumns.has(column)),
  }
}

/**
 * Rows from `from` to before `to` have new indexes: after a deletion all rows from the first deleted one (`to` is
 * the larger row count), after a move the rows between. Rows keep their cells, so only references across sheets
 * by index, and aggregates, change.
 */
export function rowsShifted(
  graph: Graph,
  sheet: string,
  from: number,
  to: number,
  rowCount: number,
): Effects {
  const span = rowsBetween(from, to)
  const reached = new Map<string, RowSet>()
  const addReached = (column: string, rows: RowSet) =>
    reached.set(column, union(reached.get(column) ?? [], rows))
  for (const column of graph.columns) {
    if (column.sheet === sheet) {
      for (const range of staleAfter(graph, [{ column: column.id, rows: span }]))
        if (range.sheet !== sheet || range.rows === 'all') addReached(range.column, range.rows)
    }
    const readsByIndex =
      column.sheet === sheet && graph.sources(column.id).some(({ relation }) => relation === 'same-index')
    if (!readsByIndex) continue
    const inside = intersection(span, rowsBetween(0, rowCount))
    for (const range of staleAfter(graph, [{ column: column.id, rows: inside }]))
      addReached(range.column, range.rows)
    if (isComputed(graph, column.id)) addReached(column.id, inside)
  }
  return { ...NO_EFFECTS, stale: inOrder(graph, reached) }
}
