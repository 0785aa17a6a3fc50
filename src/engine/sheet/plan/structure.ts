import type { Graph } from '../graph/index.ts'
import type { RowSet } from '../rows/index.ts'
import { inOrder, isComputed, staleAfter } from './cells.ts'
import type { CellRange, Effects } from './effects.ts'

/**
 * Effects of a new structure on the cells: columns created, changed, renamed, moved or deleted, or a version restored.
 * A column is reconfigured if its definition or its inputs differ; a rename affects only columns whose values
 * show titles. With `queueNew`, new columns are queued.
 */
export function structureEffects(before: Graph, after: Graph, queueNew: boolean): Effects {
  const isNew = (id: string) => before.find(id) === undefined
  const created = after.order.filter((id) => isNew(id) && keepsCells(after, id))
  const changed = after.order.filter((id) => !isNew(id) && signature(before, id) !== signature(after, id))
  const stale = staleAfter(
    after,
    changed.map((column) => ({ column, rows: 'all' })),
  )
  const reconfigured = changed.filter((id) => keepsCells(after, id))
  const directColumns = new Set([...reconfigured, ...created])
  return {
    stale: stale.filter(({ column }) => !directColumns.has(column)),
    reconfigured: wholeColumns(after, reconfigured),
    created: wholeColumns(after, created),
    queue: queueNew
      ? wholeColumns(
          after,
          created.filter((id) => isComputed(after, id)),
        )
      : [],
  }
}

/** Ids of the columns with stale cells after an update of columns: `affected_column_ids`. */
export function affectedColumns({ stale, reconfigured }: Effects): string[] {
  return [...new Set([...reconfigured, ...stale].map(({ column }) => column))]
}

const keepsCells = (graph: Graph, id: string): boolean =>
  isComputed(graph, id) || graph.find(id)?.kind === 'human'

function wholeColumns(graph: Graph, ids: readonly string[]): CellRange[] {
  return inOrder(graph, new Map(ids.map((id): [string, RowSet] => [id, 'all'])))
}

/** Equal if a column computes the same from the same columns. */
function signature(graph: Graph, id: string): string {
  const column = graph.find(id)!
  const sources = graph.sources(id).map((source) => [source.column, source.part, source.problem])
  const left = column.seesRow ? graph.left(id).map((other) => other.id) : []
  const titles = column.seesTitles ? graph.inputs(id).map((input) => graph.find(input)!.title) : []
  return JSON.stringify([column.kind, column.definition, sources, left, titles, graph.isInCycle(id)])
}
