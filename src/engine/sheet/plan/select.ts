import { Refusal } from '../../refusal.ts'
import type { Graph } from '../graph/index.ts'
import { isEmpty, type RowSet, rowsOf, union } from '../rows/index.ts'
import type { CellState } from '../states/index.ts'
import { isComputed } from './cells.ts'
import type { CellRange } from './effects.ts'

/** What `POST operations` asks for. Null stands for a field that was not sent. */
export interface OperationRequest {
  readonly columnIds: readonly string[] | null
  /** Indexes from 0, despite the wire's name `row_ids`. */
  readonly rowIndexes: readonly number[] | null
  /** Null: stale cells only. Empty: cells in any state. */
  readonly states: readonly CellState[] | null
}

/** The cells of a range that are in one of these states; those are to be queued. */
export interface SelectedRange extends CellRange {
  readonly states: readonly CellState[]
}

const resting: readonly CellState[] = ['STALE', 'COMPLETED', 'FAILED']

/**
 * What an operation queues: the named cells and, in the same rows, stale cells that they wait for. Cells that
 * are under way already are left alone; people's answers and mirrors do not run.
 * @throws Refusal 'bad_request' for a column that is not there or is TEXT, and for a row that is not there.
 */
export function selectOperation(
  graph: Graph,
  sheet: string,
  request: OperationRequest,
  rowCount: number,
): SelectedRange[] {
  const { columnIds, rowIndexes } = request
  if (columnIds) for (const id of columnIds) checkRunnable(graph, sheet, id)
  const beyond = rowIndexes?.find((row) => row < 0 || row >= rowCount)
  if (beyond !== undefined)
    throw new Refusal('bad_request', `The sheet has no row ${beyond}`, { field: 'row_ids' })
  const states = statesOf(request.states)
  const rows = rowIndexes ? rowsOf(rowIndexes) : 'all'
  const named = new Set(columnIds ?? graph.columns.map(({ id }) => id))
  if (states.length === 0 || isEmpty(rows)) return []
  const waitedFor = columnIds ? new Set(columnIds.flatMap((id) => graph.upstream(id))) : new Set<string>()
  return graph.order.flatMap((column): SelectedRange[] => {
    if (!runs(graph, sheet, column)) return []
    if (named.has(column)) return [{ column, sheet, rows, states }]
    return waitedFor.has(column) ? [{ column, sheet, rows, states: ['STALE'] }] : []
  })
}

/** One cell by its place. */
export interface CellPlace {
  readonly column: string
  readonly row: number
}

/**
 * What a run of single cells queues: the cells in whatever state, and what they need of their rows that has no
 * value: stale cells and failed ones. Never the rest of a column, nor anything downstream. A cell may be in
 * two of the ranges.
 * @throws Refusal 'bad_request' for a cell of a TEXT column.
 */
export function selectCells(graph: Graph, sheet: string, cells: readonly CellPlace[]): SelectedRange[] {
  const named = Map.groupBy(cells, ({ column }) => column)
  const needed = new Map<string, RowSet>()
  for (const [column, places] of named) {
    checkRunnable(graph, sheet, column)
    const rows = rowsOf(places.map(({ row }) => row))
    for (const id of graph.upstream(column)) needed.set(id, union(needed.get(id) ?? [], rows))
  }
  return graph.order.flatMap((column): SelectedRange[] => {
    if (!runs(graph, sheet, column)) return []
    const [rows, places] = [needed.get(column), named.get(column)]
    const upstream: SelectedRange[] = rows ? [{ column, sheet, rows, states: ['STALE', 'FAILED'] }] : []
    if (!places) return upstream
    return [...upstream, { column, sheet, rows: rowsOf(places.map(({ row }) => row)), states: resting }]
  })
}

function statesOf(asked: readonly CellState[] | null): readonly CellState[] {
  if (asked === null) return ['STALE']
  return asked.length === 0 ? resting : resting.filter((state) => asked.includes(state))
}

function checkRunnable(graph: Graph, sheet: string, id: string): void {
  const column = graph.find(id)
  if (column?.sheet !== sheet)
    throw new Refusal('bad_request', `The sheet has no column ${id}`, { field: 'column_ids' })
  if (column.kind === 'input')
    throw new Refusal('bad_request', `Column "${column.title}" is TEXT and cannot be recalculated`, {
      field: 'column_ids',
    })
}

const runs = (graph: Graph, sheet: string, id: string): boolean =>
  isComputed(graph, id) && graph.find(id)!.sheet === sheet
