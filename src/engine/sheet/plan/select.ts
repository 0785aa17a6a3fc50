import { badField } from '../../refusal.ts'
import type { Graph } from '../graph/index.ts'
import { isEmpty, type RowSet, rowsOf, union } from '../rows/index.ts'
import { type CellState, restingStates } from '../states/index.ts'
import { isComputed } from './cells.ts'
import type { CellRange } from './effects.ts'

/** Selection of `POST operations`. Null: the field was not sent. */
export interface OperationRequest {
  readonly columnIds: readonly string[] | null
  /** Indexes from 0; the wire calls them `row_ids`. */
  readonly rowIndexes: readonly number[] | null
  /** Null: stale cells only. Empty: cells in any state. Unknown states select nothing. */
  readonly states: readonly string[] | null
}

/** Cells of a range in one of these states; they will be queued. */
export interface SelectedRange extends CellRange {
  readonly states: readonly CellState[]
}

/**
 * Cells that an operation queues: the selected cells and, in the same rows, stale cells that they depend on.
 * Cells under way are skipped; human columns and mirrors do not run.
 * @throws Refusal 'bad_request' for an unknown column, a TEXT column, and an unknown row.
 */
export function selectOperation(
  graph: Graph,
  sheet: string,
  request: OperationRequest,
  rowCount: number,
): SelectedRange[] {
  const { columnIds, rowIndexes } = request
  if (columnIds) for (const id of columnIds) checkRunnable(graph, sheet, id)
  const unknownRow = rowIndexes?.find((row) => row < 0 || row >= rowCount)
  if (unknownRow !== undefined) throw badField('row_ids', `The sheet has no row ${unknownRow}`)
  const states = statesOf(request.states)
  const rows = rowIndexes ? rowsOf(rowIndexes) : 'all'
  const selected = new Set(columnIds ?? graph.columns.map(({ id }) => id))
  if (states.length === 0 || isEmpty(rows)) return []
  const dependencies = columnIds ? new Set(columnIds.flatMap((id) => graph.upstream(id))) : new Set<string>()
  return graph.order.flatMap((column): SelectedRange[] => {
    if (!isRunnable(graph, sheet, column)) return []
    if (selected.has(column)) return [{ column, sheet, rows, states }]
    return dependencies.has(column) ? [{ column, sheet, rows, states: ['STALE'] }] : []
  })
}

export interface CellAddress {
  readonly column: string
  readonly row: number
}

/**
 * Cells that a run of single cells queues: the cells in any state, and stale or failed cells of their rows that
 * they depend on. No other rows, nothing downstream. A cell may be in two of the ranges.
 * @throws Refusal 'bad_request' for a cell of a TEXT column.
 */
export function selectCells(graph: Graph, sheet: string, cells: readonly CellAddress[]): SelectedRange[] {
  const byColumn = Map.groupBy(cells, ({ column }) => column)
  const needed = new Map<string, RowSet>()
  for (const [column, cellsOfColumn] of byColumn) {
    checkRunnable(graph, sheet, column)
    const rows = rowsOf(cellsOfColumn.map(({ row }) => row))
    for (const id of graph.upstream(column)) needed.set(id, union(needed.get(id) ?? [], rows))
  }
  return graph.order.flatMap((column): SelectedRange[] => {
    if (!isRunnable(graph, sheet, column)) return []
    const [rows, addresses] = [needed.get(column), byColumn.get(column)]
    const upstream: SelectedRange[] = rows ? [{ column, sheet, rows, states: ['STALE', 'FAILED'] }] : []
    if (!addresses) return upstream
    return [
      ...upstream,
      { column, sheet, rows: rowsOf(addresses.map(({ row }) => row)), states: restingStates },
    ]
  })
}

function statesOf(requested: readonly string[] | null): readonly CellState[] {
  if (requested === null) return ['STALE']
  return requested.length === 0 ? restingStates : restingStates.filter((state) => requested.includes(state))
}

function checkRunnable(graph: Graph, sheet: string, id: string): void {
  const column = graph.find(id)
  if (column?.sheet !== sheet) throw badField('column_ids', `The sheet has no column ${id}`)
  if (column.kind === 'input')
    throw badField('column_ids', `Column "${column.title}" is TEXT and cannot be recalculated`)
}

const isRunnable = (graph: Graph, sheet: string, id: string): boolean =>
  isComputed(graph, id) && graph.find(id)!.sheet === sheet
